import Box from '@mui/material/Box';
import { encode } from 'uqr';

/** Scanners need that many modules of white around the code. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  text: string;
  label: string;
  /** In pixels, with the quiet zone. */
  side: number;
}

/** Black on white in both themes, since some scanners do not read an inverted code. */
export function QrCode({ text, label, side }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width: side, height: side }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(darkRow).join('')} fill="#000" />
    </Box>
  );
}

const darkRow = (modules: boolean[], y: number) =>
  modules.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('');
