export { cleanFilename } from './clean-filename.ts';
export { type FileFacts, type FileFault, type FileKind, type FileSource, UnreadableFile } from './facts.ts';
export { inspect } from './inspect.ts';
export { broken, filmRecipe, needsRendition, type Recipe, whyImpossible } from './recipe.ts';
export { CannotConvert, type Rendition, render } from './render.ts';
export { bytesSource, withFile } from './sources.ts';
export { ConversionBroke, hasFfmpeg, transcode } from './transcode.ts';
