/** An operation's body, or the body with a status that differs from the declared one. */
export type Answer<Body> = Body | Reply<Body>;

export class Reply<Body> {
  readonly status: number;
  readonly body: Body;

  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }
}
