import type { Mail } from './mailer';

/** The product's colours (frontend/src/theme.ts); mail programs know no CSS variables. */
export const LOOK = {
  brand: '#4f46e5',
  onBrand: '#ffffff',
  text: '#1b1b28',
  quiet: '#57576b',
  page: '#f8f8fb',
  surface: '#ffffff',
};

/** The content of a mail, all plain text. `renderMail` formats it as text and as HTML. */
export interface MailTemplate {
  to: string;
  subject: string;
  /** The name of the person, as they entered it. */
  name: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Smaller text below the button. */
  notes?: string[];
}

export function renderMail({ to, subject, name, paragraphs, button, notes = [] }: MailTemplate): Mail {
  const greeting = greet(name);
  return {
    to,
    subject,
    text: [
      greeting,
      ...paragraphs,
      ...(button ? [`${button.label}:\n${button.url}`] : []),
      ...notes,
      'Pagecast',
    ]
      .join('\n\n')
      .concat('\n'),
    html: page(subject, [
      ...[greeting, ...paragraphs].map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
      ...(button ? [buttonHtml(button)] : []),
      ...notes.map(
        (text) => `<p style="margin:0 0 12px;color:${LOOK.quiet};font-size:14px">${escapeHtml(text)}</p>`,
      ),
    ]),
  };
}

/**
 * Anyone can register another person's address under a "name" that contains a web address, and mail programs would make
 * it a link.
 */
const LOOKS_LIKE_AN_ADDRESS = /[/@:\\]|\.\S/;
const LONGEST_NAME = 80;

function greet(name: string): string {
  const plain = name.replace(/[\s\p{C}]+/gu, ' ').trim();
  return plain && plain.length <= LONGEST_NAME && !LOOKS_LIKE_AN_ADDRESS.test(plain)
    ? `Hello ${plain},`
    : 'Hello,';
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${LOOK.brand};color:${LOOK.onBrand};text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;color:${LOOK.quiet};font-size:14px">If the button does not work, copy this address into your browser:<br><span style="word-break:break-all">${href}</span></p>`;
}

/**
 * Inline styles and one column, because mail programs support little else. No pictures, nothing loaded from elsewhere.
 */
function page(title: string, parts: string[]): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;background:${LOOK.page};color:${LOOK.text};font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:12px;background:${LOOK.surface}">
<p style="margin:0 0 24px;font-weight:700;font-size:18px;color:${LOOK.brand}">Pagecast</p>
${parts.join('\n')}
</div>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
