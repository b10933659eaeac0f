import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Archive blue, the only accent. Shade 7 carries white text on paper, 6 on near-black. */
const archive: MantineColorsTuple = [
  '#eff4fb',
  '#dbe6f4',
  '#b7cce8',
  '#93b4de',
  '#6893c9',
  '#4778b4',
  '#315f9c',
  '#234b80',
  '#1b3c68',
  '#122947',
];

/** Mantine reads surfaces, borders and disabled states of the dark scheme from this scale. */
const dark: MantineColorsTuple = [
  '#e8e6e1',
  '#c9cad0',
  '#a4a8b0',
  '#8a8f98',
  '#3a4049',
  '#2b3037',
  '#191c21',
  '#121417',
  '#0d0f11',
  '#08090a',
];

const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ec',
  '#eae7e0',
  '#e2dfd7',
  '#cbc8c0',
  '#a3a29d',
  '#75777c',
  '#575c66',
  '#363a42',
  '#1b1e24',
];

const red: MantineColorsTuple = [
  '#fbecea',
  '#f6d7d4',
  '#f2b4ae',
  '#f29a93',
  '#dd6a61',
  '#c8443a',
  '#b42f26',
  '#a8231b',
  '#8a1a13',
  '#66110c',
];

export const theme = createTheme({
  primaryColor: 'archive',
  primaryShade: { light: 7, dark: 6 },
  colors: { archive, dark, gray, red },
  black: '#1b1e24',
  fontFamily:
    '"Inter Variable", "Inter Stand-in", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  headings: {
    fontFamily: '"Source Serif 4", "Source Serif 4 Stand-in", Georgia, "Times New Roman", serif',
    fontWeight: '560',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.875rem', lineHeight: '1.2' },
      h2: { fontSize: '1.3125rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Links in running text need more than a colour; `underline="hover"` is for those that stand alone.
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { styles: { label: { fontWeight: 560 } } },
    InputWrapper: { styles: { label: { fontWeight: 560, marginBottom: 2 } } },
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false, shadow: 'sm' },
    },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close' },
        // Its <header> would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

const sharedVariables = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-border': 'var(--rule)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-archive-light-color': 'var(--accent)',
  '--mantine-color-red-light-color': 'var(--danger)',
};

/** Mantine's own names for our tokens; its dimmed, error and anchor colours miss AA contrast. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: sharedVariables,
  dark: sharedVariables,
});
