/**
 * Puts dots of a line side by side where they would cover each other.
 * @param positions in percent of the line
 * @param minimum distance of two dots of a lane, in percent
 * @returns the lane of each dot, from 0
 */
export function lanesOf(positions: readonly number[], minimum: number): number[] {
  const lanes: number[] = [];
  const ends: number[] = [];
  for (const { position, index } of positions
    .map((at, index) => ({ position: at, index }))
    .toSorted((a, b) => a.position - b.position)) {
    const free = ends.findIndex((end) => position - end >= minimum);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = position;
    lanes[index] = lane;
  }
  return lanes;
}
