import { zoneLabel } from '../../zone';

/** Former IANA names that some browsers still list, with their current ones. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const FORMER = new Map(Object.entries(RENAMED).map(([former, name]) => [name, former]));

export const todaysName = (zone: string) => RENAMED[zone] ?? zone;

export interface ZoneChoice {
  zone: string;
  /** 'Asia/Kolkata (GMT+5:30)' */
  label: string;
  /** Search text, including the former name. */
  searched: string;
}

/** As keyboards write it: 'GMT-5'. */
const typedOffset = (label: string) => label.replace('\u2212', '-');

/** All zones of the browser plus the chosen one, with their current offsets. */
export function zoneChoices(chosen: string, now: Date): ZoneChoice[] {
  const known = Intl.supportedValuesOf('timeZone').map(todaysName);
  return [...new Set(['UTC', ...known, todaysName(chosen)])].sort().map((zone) => {
    const label = zoneLabel(zone, now);
    return { zone, label, searched: `${label} ${typedOffset(label)} ${zone} ${FORMER.get(zone) ?? ''}` };
  });
}
