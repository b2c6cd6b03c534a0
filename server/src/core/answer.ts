/** An operation's body, or the body with a status that differs from the declared one. */
export type Answer<Body> = Body | Reply<Body>;

export class Reply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly hasChanged: boolean;

  /** `hasChanged`: false when the request has changed nothing. */
  constructor(status: number, body: Body, hasChanged = true) {
    this.status = status;
    this.body = body;
    this.hasChanged = hasChanged;
  }
}
