import { useReducedMotion } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import type { PopoverDOM } from 'driver.js';
import { useEffect, useState } from 'react';
import { useMember, useSubscription } from '#web/api/user.ts';
import { isTourPending, switchOffTour, type TourName } from './pending-tours.ts';
import './tour.css';
import { tourSteps } from './tour-steps.ts';

/** How long nothing may be loaded before a tour begins: what it points at comes in parts. */
const settleMs = 600;

/** Shows a tour to somebody who has just signed up, once. Closing it is enough: it does not come back. */
export function Tour({ name }: { name: TourName }) {
  const { authUserId } = useMember();
  const reducedMotion = useReducedMotion(undefined, { getInitialValueInEffect: false });
  // What is blurred cannot be shown around.
  const isExpired = useSubscription()?._isExpired ?? true;
  const [begun, setBegun] = useState(false);
  const settled = useIsFetching() === 0;
  // What is loaded again later ends no tour.
  const ready = settled || begun;
  useEffect(() => {
    if (!ready || isExpired || !isTourPending(name, authUserId)) return undefined;
    let left = false;
    let stop = () => {};
    const timer = setTimeout(async () => {
      setBegun(true);
      const { driver } = await import('driver.js');
      if (left) return;
      const tour = driver({
        animate: !reducedMotion,
        smoothScroll: !reducedMotion,
        showProgress: true,
        progressText: '{{current}} of {{total}}',
        nextBtnText: 'Next',
        prevBtnText: 'Back',
        doneBtnText: 'Done',
        overlayOpacity: 0.5,
        popoverClass: 'tour',
        onPopoverRender: nameParts,
        onHighlighted: (element) => element && leaveUnchanged(element),
        onDestroyed: () => switchOffTour(name),
        steps: tourSteps[name]
          .map(({ target, title, text }) => ({
            element: `[data-tour="${target}"]`,
            popover: { title, description: text },
          }))
          .filter(({ element }) => document.querySelector(element)),
      });
      stop = () => tour.destroy();
      tour.drive();
    }, settleMs);
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [name, authUserId, isExpired, reducedMotion, ready]);
  return null;
}

/** Its <header> and <footer> would count as a second banner and content info of the page. */
function nameParts({ title, footer }: PopoverDOM) {
  title.setAttribute('role', 'presentation');
  footer.setAttribute('role', 'presentation');
}

/** What is shown opens nothing: only buttons may say that they do. */
function leaveUnchanged(element: Element) {
  element.removeAttribute('aria-haspopup');
  element.removeAttribute('aria-expanded');
}
