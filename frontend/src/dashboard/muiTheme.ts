import { createTheme } from '@mui/material/styles';
import type { Theme } from '@mui/material/styles';
import { RADIUS, tokens } from '../theme';
import type { Brightness, Tokens } from '../theme';

export const TONES = ['good', 'info', 'warning', 'bad', 'purple', 'neutral'] as const;
export type Tone = (typeof TONES)[number];

declare module '@mui/material/styles' {
  interface Palette {
    tones: Pick<Tokens, Tone>;
    sunken: string;
    outline: string;
    brandTint: string;
  }
  interface PaletteOptions {
    tones: Pick<Tokens, Tone>;
    sunken: string;
    outline: string;
    brandTint: string;
  }
}

/** The tokens as a Material theme; screens name its roles (`text.secondary`, `tones.bad.text`). */
export const muiTheme: Record<Brightness, Theme> = { light: themeOf('light'), dark: themeOf('dark') };

function themeOf(mode: Brightness): Theme {
  const t = tokens[mode];
  return createTheme({
    palette: {
      mode,
      primary: { main: t.brand, dark: t.brandStrong, contrastText: mode === 'dark' ? t.page : t.onBrand },
      error: { main: t.bad.text, contrastText: t.surface },
      background: { default: t.page, paper: t.surface },
      text: { primary: t.text, secondary: t.textSecondary },
      divider: t.hairline,
      sunken: t.sunken,
      outline: t.outline,
      brandTint: t.brandTint,
      tones: t,
    },
    shape: { borderRadius: RADIUS.control },
    typography: {
      fontFamily: 'var(--font)',
      fontSize: 14,
      fontWeightMedium: 600,
      h1: { fontSize: 24, lineHeight: '32px', fontWeight: 700, letterSpacing: '-0.02em' },
      h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.01em' },
      h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
      body1: { fontSize: 14, lineHeight: '20px' },
      body2: { fontSize: 13, lineHeight: '18px' },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: { '&.Mui-focusVisible': { outline: `2px solid ${t.brand}`, outlineOffset: 2 } },
        },
      },
      // What is typed has the direction of its script. Text that is shown is the interface's own unless it says dir="auto"
      // itself: were that the default, a sentence that begins with an Arabic name would be laid out from right to left.
      // A user's text without it is hardly the worse for it, a turned sentence cannot be read.
      MuiInputBase: { defaultProps: { slotProps: { input: { dir: 'auto' } } } },
      MuiMenuItem: { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -2 } } } },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: { minHeight: 36, paddingInline: 14 },
          sizeSmall: { minHeight: 32, paddingInline: 10 },
          contained: {
            '&.MuiButton-colorPrimary:not(.Mui-disabled)': { backgroundColor: t.brandFill, color: t.onBrand },
            // Touch screens keep the hover state of the last tapped element.
            '@media (hover: hover)': {
              '&.MuiButton-colorPrimary:not(.Mui-disabled):hover': { backgroundColor: t.brandFillHover },
            },
            '&.Mui-disabled': { backgroundColor: t.sunken, color: t.textSecondary },
          },
          outlined: {
            '&.MuiButton-colorInherit': { borderColor: t.outline },
          },
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: {
        defaultProps: { variant: 'outlined' },
        styleOverrides: { root: { borderRadius: RADIUS.card, borderColor: t.hairline } },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: RADIUS.card,
            margin: 16,
            width: 'calc(100% - 32px)',
            border: `1px solid ${t.hairline}`,
          },
        },
      },
      // A long name of what is changed or deleted is to be read to its end.
      MuiDialogTitle: {
        styleOverrides: {
          root: { fontSize: 18, fontWeight: 600, paddingBottom: 8, overflowWrap: 'anywhere' },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { overflowWrap: 'anywhere' } } },
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: t.outline } } },
      MuiInputLabel: { styleOverrides: { root: { color: t.textSecondary } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: t.hairline, padding: '12px 16px' },
          head: { color: t.textSecondary, fontSize: 13, fontWeight: 600, paddingBlock: 10 },
        },
      },
      // The knob stays within its track; white on a white card it would be invisible.
      MuiSwitch: {
        defaultProps: { size: 'small', disableRipple: true },
        styleOverrides: {
          root: { '&.MuiSwitch-sizeSmall': { width: 46, height: 28, padding: '4px 5px' } },
          track: { borderRadius: 10, backgroundColor: t.outline, opacity: 1 },
          switchBase: {
            '&.MuiSwitch-switchBase': { padding: '7px 8px' },
            '&.Mui-checked.MuiSwitch-switchBase': { transform: 'translateX(16px)' },
            '&.Mui-checked + .MuiSwitch-track': { backgroundColor: t.brandFill, opacity: 1 },
            '&.Mui-focusVisible + .MuiSwitch-track': { outline: `2px solid ${t.brand}`, outlineOffset: 2 },
          },
          thumb: {
            '&.MuiSwitch-thumb': { width: 14, height: 14, boxShadow: 'none', backgroundColor: t.onBrand },
          },
        },
      },
      MuiTooltip: { defaultProps: { enterDelay: 400 } },
      MuiSkeleton: {
        defaultProps: { animation: 'wave' },
        styleOverrides: { root: { backgroundColor: t.hairline } },
      },
      MuiLinearProgress: {
        styleOverrides: {
          root: { backgroundColor: t.hairline, height: 6, borderRadius: 3 },
          bar: { borderRadius: 3 },
        },
      },
    },
  });
}
