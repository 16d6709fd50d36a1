import { holdToRecordings } from '../gallery/hold-to-recordings.ts';
import { lessonsFolder, playedLessons } from './played-lessons.ts';

holdToRecordings(playedLessons(), lessonsFolder, new Map());
