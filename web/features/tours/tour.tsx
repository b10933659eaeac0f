import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import type { PopoverDOM } from 'driver.js';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMember, useSubscription } from '#web/api/user.ts';
import { useStable } from '#web/ui/page/use-stable.ts';
import { isTourPending, switchOffTour, type TourName } from './pending-tours.ts';
import { tourSteps } from './tour-steps.ts';

/** A tour starts when no request has run for this long, so that its targets are on the page. */
const settleMs = 600;

interface TourProps {
  name: TourName;
  /** A page that is opened first, unless the one that is open has what is pointed at. */
  example?: { to: string; unlessShown: string } | undefined;
}

/** Shows a tour once to somebody who has just signed up, and a button that starts it again. */
export function Tour({ name, example }: TourProps) {
  const navigate = useNavigate();
  const { authUserId } = useMember();
  const reducedMotion = useReducedMotion(undefined, { getInitialValueInEffect: false });
  // A blurred page has nothing to point at.
  const isExpired = useSubscription()?._isExpired ?? true;
  const [begun, setBegun] = useState(false);
  /** How often the button was pressed. */
  const [asked, setAsked] = useState(0);
  const [isAtExample, setAtExample] = useState(false);
  const openExample = useStable(() => {
    if (!example || isAtExample || document.querySelector(elementOf(example.unlessShown))) {
      return false;
    }
    setAtExample(true);
    void navigate(example.to);
    return true;
  });
  const settled = useIsFetching() === 0;
  // Later requests do not end a tour that has started.
  const ready = settled || begun;
  useEffect(() => {
    if (!ready || isExpired) return undefined;
    if (asked === 0 && !isTourPending(name, authUserId)) return undefined;
    let left = false;
    let stop = () => {};
    const timer = setTimeout(
      async () => {
        // It begins when the example is shown.
        if (openExample()) return;
        setBegun(true);
        const [{ driver }] = await Promise.all([import('driver.js'), import('./tour.css')]);
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
          steps: tourSteps[name].flatMap((step) => {
            const shown = [step, step.instead].find(
              (one) => one && document.querySelector(elementOf(one.target)),
            );
            if (!shown) return [];
            const popover = { title: shown.title, description: shown.text };
            return [{ element: elementOf(shown.target), popover }];
          }),
        });
        stop = () => tour.destroy();
        tour.drive();
        // Now, because driver.js tells nobody when it is closed while a step still moves. The button starts it again.
        switchOffTour(name);
      },
      asked === 0 || isAtExample ? settleMs : 0,
    );
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [name, authUserId, isExpired, reducedMotion, ready, asked, isAtExample, openExample]);
  if (isExpired) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => setAsked(asked + 1)}>
      Take the tour
    </Button>
  );
}

const elementOf = (target: string) => `[data-tour="${target}"]`;

/** Its <header> and <footer> would count as a second banner and content info of the page. */
function nameParts({ title, footer }: PopoverDOM) {
  title.setAttribute('role', 'presentation');
  footer.setAttribute('role', 'presentation');
}

/** Driver.js gives targets `aria-haspopup`, which only buttons may have. */
function leaveUnchanged(element: Element) {
  element.removeAttribute('aria-haspopup');
  element.removeAttribute('aria-expanded');
}
