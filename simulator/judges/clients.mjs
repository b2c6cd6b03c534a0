export { AtpAgent, RichText } from '@atproto/api';
export { Bot, GrammyError, InputFile } from 'grammy';
