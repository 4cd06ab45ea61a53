/** Reads a user agent as 'Firefox on Windows'. Order matters, since many agents also name others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const HANDHELD = /\b(iPhone|iPod|iPad|Android|Mobile)\b/;

const nameIn = (agent: string, names: [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

export function deviceOf(agent: string | null): { name: string; handheld: boolean } {
  if (!agent) return { name: 'Unknown device', handheld: false };
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  // A script: its own first word, such as `curl`.
  const name = browser ?? (/^[\w.-]{1,30}/.exec(agent)?.[0] || 'Unknown device');
  return { name: system ? `${name} on ${system}` : name, handheld: HANDHELD.test(agent) };
}
