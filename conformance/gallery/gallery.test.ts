import { galleryFolder, readExamples } from './examples.ts';
import { holdToRecordings } from './hold-to-recordings.ts';
import { notRecorded } from './not-recorded.ts';

holdToRecordings(readExamples(), galleryFolder, notRecorded);
