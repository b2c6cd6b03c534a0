import type { PeopleTools } from '../features/people/index.ts';
import type { Resources } from './resources.ts';

/** What people prove themselves with. Sealed texts are signed like links. */
export function createPeopleTools({ db, mail, linkSigner, personUrl }: Resources): PeopleTools {
  return {
    system: db.system,
    ofPerson: db.request,
    mail,
    pageUrl: personUrl,
    seal(purpose, said, seconds) {
      const text = Buffer.from(JSON.stringify(said)).toString('base64url');
      const expires = String(Math.floor(Date.now() / 1000) + seconds);
      return `${text}.${expires}.${linkSigner.sign(['people', purpose, text], expires)}`;
    },
    unseal(purpose, sealed) {
      const [text = '', expires = '', signature = ''] = sealed.split('.');
      if (linkSigner.faultOf(['people', purpose, text], expires, signature) !== undefined) return undefined;
      return JSON.parse(Buffer.from(text, 'base64url').toString());
    },
  };
}
