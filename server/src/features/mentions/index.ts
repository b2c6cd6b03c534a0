export { removeMention, storeMentions } from './store-mentions.ts';
