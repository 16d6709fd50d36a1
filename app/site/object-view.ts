// The script of pages that show an object with its owners.
import { defineManagedFieldsView } from '@managed-fields/view';

defineManagedFieldsView();
