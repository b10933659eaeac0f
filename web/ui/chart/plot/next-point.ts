const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How much farther away a point seems that is beside the way instead of on it. */
const sideways = 3;

interface HasPlace {
  getBoundingClientRect(): Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;
}

/** The point that a key leads to: the nearest one in the direction of an arrow, the first for Home, the last for End. */
export function nextPoint<Point extends HasPlace>(
  from: Point,
  points: readonly Point[],
  key: string,
): Point | undefined {
  if (key === 'Home') return points[0];
  if (key === 'End') return points.at(-1);
  const direction = directions[key];
  if (!direction) return undefined;
  const [x, y] = direction;
  const start = middleOf(from);
  let next: Point | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const point of points) {
    const middle = middleOf(point);
    const [dx, dy] = [middle.x - start.x, middle.y - start.y];
    const ahead = dx * x + dy * y;
    // Half a pixel apart is the same line.
    if (ahead < 0.5) continue;
    const distance = ahead + sideways * Math.abs(dx * y + dy * x);
    if (distance >= least) continue;
    least = distance;
    next = point;
  }
  return next;
}

function middleOf(point: HasPlace) {
  const { left, top, width, height } = point.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
