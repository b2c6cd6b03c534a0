import { createHmac } from 'node:crypto';

/** A page on the simulated Facebook, as its callbacks name it. */
export interface Page {
  readonly platformId: string;
  readonly clientSecret: string;
}

/** Callbacks that tell of `count` comments on the page, so many in each. */
export function commentCallbacks(page: Page, count: number, perCallback: number): string[] {
  return Array.from({ length: Math.ceil(count / perCallback) }, (_, call) => {
    const first = call * perCallback;
    const ids = Array.from({ length: Math.min(perCallback, count - first) }, (_, index) => first + index);
    const changes = ids.map((id) => ({ field: 'feed', value: commentOf(page.platformId, id) }));
    const time = Math.floor(Date.now() / 1000);
    return JSON.stringify({ object: 'page', entry: [{ id: page.platformId, time, changes }] });
  });
}

/** Sends a callback with the platform's signature; false when it was not taken. */
export async function sendCallback(serviceUrl: string, page: Page, body: string): Promise<boolean> {
  const hex = createHmac('sha256', page.clientSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${hex}` };
  return fetch(`${serviceUrl}/callbacks/test/facebook`, { method: 'POST', body, headers }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function commentOf(pageId: string, id: number) {
  const created_time = Math.floor(Date.now() / 1000);
  const place = { post_id: `${pageId}_1`, comment_id: `${pageId}_1_${id}`, parent_id: `${pageId}_1` };
  const from = { id: '7', name: 'Jo' };
  return { item: 'comment', verb: 'add', ...place, message: `Comment ${id}`, created_time, from };
}
