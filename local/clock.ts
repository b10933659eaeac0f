/** Local time in milliseconds since the epoch: real time plus what `POST /_local/clock` has advanced. */
export interface Clock {
  now(): number;
}
