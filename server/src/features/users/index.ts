import { deleteMe } from './delete-me.ts';
import { getMe } from './get-me.ts';
import { updateMe } from './update-me.ts';

export const userOperations = [getMe, updateMe, deleteMe];
