import { type HttpBody, type HttpClient, HttpFailure } from '@hubbub/guarded-http';
import type { AiSettings } from '../../config/groups.ts';

/** Answers of ours are far shorter. */
const ANSWER_BYTES_MAX = 1024 * 1024;

/** The service did not do what it was asked for. The message is a sentence for the customer, without words of the service. */
export class AiFault extends Error {
  override readonly name = 'AiFault';
}

/** A service with OpenAI's interface. */
export interface AiService {
  /** Posts to a path below the base address; gives the JSON of the response. Throws AiFault; aborted, the signal's reason. */
  readonly ask: (path: string, body: HttpBody, timeoutMs: number, signal: AbortSignal) => Promise<unknown>;
}

/** The service of these settings, asked through `client`. */
export function aiService(client: HttpClient, { baseUrl, apiKey }: AiSettings): AiService {
  return {
    async ask(path, body, timeoutMs, signal) {
      const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
      const url = `${baseUrl}${path}`;
      const response = await client
        .request({ method: 'POST', url, headers, body, timeoutMs, signal, within: baseUrl, maxBytes: ANSWER_BYTES_MAX })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw error instanceof HttpFailure ? unreached(error, timeoutMs) : error;
        });
      if (response.truncated) throw new AiFault('The AI service gave an answer of more than 1 MB.');
      if (response.status !== 200) throw new AiFault(rejectionOf(response.status));
      const json = response.json();
      if (json === undefined) throw new AiFault('The AI service gave an answer that is not JSON.');
      return json;
    },
  };
}

function unreached({ reason }: HttpFailure, timeoutMs: number): AiFault {
  if (reason === 'timeout') return new AiFault(`The AI service did not answer within ${timeoutMs / 1000} seconds.`);
  return new AiFault(`The AI service could not be reached (${reason}).`);
}

/** Its own words may name the key, so they are not passed on. */
function rejectionOf(status: number): string {
  if (status === 401 || status === 403) return `The AI service rejects the key of this installation (${status}).`;
  if (status === 429) return 'The AI service accepts no more requests now (429).';
  if (status === 413) return 'The file is too large for the AI service (413).';
  return `The AI service answered with the status ${status}.`;
}
