import { Button, Group } from '@mantine/core';
import type { Wish } from './wishes.ts';

interface WishButtonsProps {
  ucid: string;
  wish: Wish | undefined;
  onWish(wish: Wish | undefined): void;
}

const names = { like: 'Like this', unlike: 'Not this' } as const;

/** Says of a reference that more, or less, like it is wanted. Pressed once more, it says nothing. */
export function WishButtons({ ucid, wish, onWish }: WishButtonsProps) {
  return (
    <Group gap="xs" mt={4}>
      {(['like', 'unlike'] as const).map((one) => (
        <Button
          key={one}
          size="compact-xs"
          variant={wish === one ? 'filled' : 'default'}
          aria-pressed={wish === one}
          aria-label={`${names[one]}: ${ucid}`}
          onClick={() => onWish(wish === one ? undefined : one)}
        >
          {names[one]}
        </Button>
      ))}
    </Group>
  );
}
