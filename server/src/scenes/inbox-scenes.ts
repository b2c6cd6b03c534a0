import type { EventType } from '../core/event.ts';
import { publishedPost } from './post.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import type { Json } from './visitor.ts';

/** A scene on a platform that tells of this event. */
const told = (type: EventType, about: string, play: Scene['play']): Partial<Record<EventType, Scene>> => ({
  [type]: { about, suits: ({ events }: Json) => events.includes(type), play },
});

const newPerson = () => `guest-${Date.now().toString(36)}`;

async function written(stage: Stage): Promise<Json> {
  const { platform_id: id } = await stage.does('message', { text: stage.text });
  return stage.arrives('dm.received', ({ data }) => data.platform_id === id);
}

/** Our message in a conversation that a person began. */
async function answered(stage: Stage): Promise<string> {
  const { data } = await written(stage);
  const path = `/v1/inbox/conversations/${data.conversation_id}/messages`;
  return (await stage.api('POST', path, { text: `Thank you. ${stage.text}` })).body.message_id;
}

const ofMessage = (id: string) => (event: Json) => event.resource_id === id || event.data.message_ids?.includes(id);

/** The fate of our message, after the person did something. */
const status = (type: EventType, action?: string) => async (stage: Stage) => {
  const id = await answered(stage);
  if (action !== undefined) await stage.does(action);
  return stage.arrives(type, ofMessage(id));
};

/** Scenes in which people write and press. */
export const inboxScenes: Partial<Record<EventType, Scene>> = {
  ...told('comment.received', 'a person comments on a post of the account', async (stage) => {
    const { post, platformPostId } = await publishedPost(stage);
    const { platform_id: id } = await stage.does('comment', { text: stage.text, post_id: platformPostId });
    const readNow = () => stage.api('GET', `/v1/inbox/comments/${post.id}?refresh=true`);
    return stage.arrives('comment.received', ({ data }) => data.platform_id === id, readNow);
  }),
  ...told('dm.received', 'a person writes a direct message', written),
  ...told('dm.sent', 'a person writes, and the account answers', status('dm.sent')),
  ...told('dm.status.sent', 'a person writes, and the account answers', status('dm.status.sent')),
  ...told('dm.status.delivered', "the account's answer reaches the person", status('dm.status.delivered', 'deliver')),
  ...told('dm.status.read', "the person reads the account's answer", status('dm.status.read', 'read')),
  ...told('dm.referral', 'a person comes by a link with a mark', async (stage) => {
    const username = newPerson();
    await stage.does('refer', { payload: 'spring', username });
    return stage.arrives('dm.referral', ({ account_id: id }) => id === stage.account.id);
  }),
  ...told('dm.postback', 'a person presses a button of a message', async (stage) => {
    await answered(stage);
    const { platform_id: id } = await stage.does('press', { payload: 'HOURS', text: 'Opening hours' });
    return stage.arrives('dm.postback', ({ data }) => data.platform_id === id || data.metadata?.payload === 'HOURS');
  }),
  ...told('review.received', 'a person reviews the business', async (stage) => {
    const { platform_id: id } = await stage.does('review', { text: stage.text, rating: 5, username: newPerson() });
    const readNow = () => stage.api('GET', `/v1/inbox/reviews/${stage.account.id}?refresh=true`);
    return stage.arrives('review.received', ({ data }) => data.platform_id === id, readNow);
  }),
  ...told('mention.received', 'a person names the account', async (stage) => {
    const { platform_id: id } = await stage.does('mention', { text: stage.text });
    return stage.arrives(
      'mention.received',
      ({ data }) => data.platform_id === id || data.content?.text?.includes(stage.text),
    );
  }),
};
