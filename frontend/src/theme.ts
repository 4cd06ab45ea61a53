/**
 * The design tokens. The dashboard's Material theme and, at build, the style sheet src/tokens.css are derived from them.
 */

export const SYSTEM_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
export const FONT = `'Inter Variable', ${SYSTEM_FONT}`;
export const RADIUS = { card: 12, control: 8 };

export interface Tone {
  tint: string;
  text: string;
}

const light = {
  /** Links, icons and focus. */
  brand: '#4f46e5',
  brandStrong: '#4338ca',
  /** Background of primary buttons. */
  brandFill: '#4f46e5',
  brandFillHover: '#4338ca',
  onBrand: '#ffffff',
  brandTint: '#eef2ff',
  page: '#f8f8fb',
  surface: '#ffffff',
  sunken: '#f1f1f6',
  hairline: '#e4e4ec',
  /** Borders of controls: 3:1 on both page and surface. */
  outline: '#85859b',
  text: '#1b1b28',
  textSecondary: '#57576b',
  good: { tint: '#dcfce7', text: '#166534' },
  info: { tint: '#dbeafe', text: '#1e40af' },
  warning: { tint: '#fef3c7', text: '#854d0e' },
  bad: { tint: '#fee2e2', text: '#991b1b' },
  purple: { tint: '#f3e8ff', text: '#6b21a8' },
  neutral: { tint: '#ececf3', text: '#44445a' },
};

export type Tokens = typeof light;

const dark: Tokens = {
  brand: '#a5b0ff',
  brandStrong: '#c3caff',
  brandFill: '#5a52ee',
  brandFillHover: '#4f46e5',
  onBrand: '#ffffff',
  brandTint: '#262748',
  page: '#101018',
  surface: '#181822',
  sunken: '#20202c',
  hairline: '#2b2b3a',
  outline: '#75758c',
  text: '#f0f0f6',
  textSecondary: '#acacc0',
  good: { tint: '#14361f', text: '#9be8b5' },
  info: { tint: '#172f57', text: '#b4d3ff' },
  warning: { tint: '#3b2d0a', text: '#fbdc7c' },
  bad: { tint: '#451c1c', text: '#fdb8b8' },
  purple: { tint: '#351b52', text: '#dfc2ff' },
  neutral: { tint: '#2a2a38', text: '#c5c5d4' },
};

export const tokens = { light, dark };

export type Brightness = keyof typeof tokens;
