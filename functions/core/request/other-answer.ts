/** An answer whose form another protocol decides, such as an error of JSON-RPC. It is thrown, by resolvers and use cases. */
export class OtherAnswer extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Sent as JSON. */
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`Answered with ${status}`);
    this.name = 'OtherAnswer';
    this.status = status;
    this.body = body;
  }
}
