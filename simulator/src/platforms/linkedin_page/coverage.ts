/** One API for members and pages, so one list. */
export { coverage } from '../linkedin/coverage.ts';
