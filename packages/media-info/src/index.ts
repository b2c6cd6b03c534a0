export { cleanFilename } from './clean-filename.ts';
export { type ExtractLimits, extractSound, keyFrames } from './extract.ts';
export { type FileFacts, type FileFault, type FileKind, type FileSource, UnreadableFile } from './file-facts.ts';
export { inspect } from './inspect.ts';
export { exceededLimit, needsRendition, type Recipe, renditionProblem, videoRecipe } from './recipe.ts';
export { CannotConvert, type Rendition, render } from './render.ts';
export { bytesSource, withFile } from './sources.ts';
export { ConversionFailed, hasFfmpeg, transcode } from './transcode.ts';
