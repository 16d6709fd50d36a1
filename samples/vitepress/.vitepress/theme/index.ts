import DefaultTheme from 'vitepress/theme';
import '@managed-fields/embed/static.css';

export default DefaultTheme;
