/** The guided tours for people who have just signed up. */
export type TourName = 'dataset' | 'patents' | 'search';

const keyOf = (tour: TourName) => `antecede-tour-${tour}`;

/** Whether a person has not seen a tour yet. False if the browser's storage is switched off. */
export function isTourPending(tour: TourName, authUserId: string): boolean {
  try {
    return localStorage.getItem(keyOf(tour)) === authUserId;
  } catch {
    return false;
  }
}

/** Tours are off until somebody signs up: then each is shown once, to that person. */
export function switchOnTours(authUserId: string): void {
  for (const tour of ['dataset', 'patents', 'search'] as const) {
    try {
      localStorage.setItem(keyOf(tour), authUserId);
    } catch {
      // Storage is switched off: there will be no tour.
    }
  }
}

export function switchOffTour(tour: TourName): void {
  try {
    localStorage.removeItem(keyOf(tour));
  } catch {
    // Storage is switched off: nothing was stored.
  }
}
