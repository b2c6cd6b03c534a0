import { passkeyOperations } from './passkey-operations.ts';
import { passwordOperations } from './password-operations.ts';
import { sessionOperations } from './session-operations.ts';
import { signIn } from './sign-in.ts';

export const personOperations = [signIn, ...sessionOperations, ...passwordOperations, ...passkeyOperations];
export * as identities from './identity.repository.ts';
export { addPasskey, PasskeyProof, verifyNew } from './passkeys.ts';
export { hashPassword, Password } from './password.ts';
export * as people from './person.repository.ts';
export * as personTokens from './person-token.repository.ts';
export { hashToken, newToken } from './person-token.repository.ts';
export * as sessions from './session.repository.ts';
export { hashSessionToken } from './session.repository.ts';
export { PersonName } from './session-operations.ts';
export { Address, describeSignedIn, SignedIn } from './sign-in.ts';
export {
  type AnyPersonOperation,
  definePersonOperation,
  type PeopleTools,
  type SignedInVisit,
  type Visit,
} from './visit.ts';
