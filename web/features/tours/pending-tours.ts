/** The guided tours for people who have just signed up. */
export type TourName = 'dataset' | 'patents';

const keyOf = (tour: TourName) => `antecede-tour-${tour}`;

/** Whether a person is still to be shown a tour; storage that is switched off means no. */
export function isTourPending(tour: TourName, authUserId: string): boolean {
  try {
    return localStorage.getItem(keyOf(tour)) === authUserId;
  } catch {
    return false;
  }
}

/** Tours are off until somebody signs up: then each is shown once, to that person. */
export function switchOnTours(authUserId: string): void {
  for (const tour of ['dataset', 'patents'] as const) {
    try {
      localStorage.setItem(keyOf(tour), authUserId);
    } catch {
      // Storage can be switched off; then there is no tour.
    }
  }
}

export function switchOffTour(tour: TourName): void {
  try {
    localStorage.removeItem(keyOf(tour));
  } catch {
    // What could not be stored is not there.
  }
}
