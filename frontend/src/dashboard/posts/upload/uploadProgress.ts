import { TEXTS } from './texts';

/** Speed and remaining time of an upload. */

export interface Sample {
  at: number;
  sent: number;
}

export interface Progress {
  sent: number;
  total: number;
  /** 0 until two samples are known. */
  bytesPerSecond: number;
}

const WINDOW_MS = 4_000;

/** The samples of the last seconds plus one before, so that a stall shows. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const since = sample.at - WINDOW_MS;
  const firstInside = samples.findIndex(({ at }) => at >= since);
  return [...samples.slice(Math.max(0, firstInside === -1 ? samples.length - 1 : firstInside - 1)), sample];
}

export function bytesPerSecond(samples: readonly Sample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at <= first.at) return 0;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}

/** '3.2 MB/s, 12 s left' */
export function progressText({ sent, total, bytesPerSecond: speed }: Progress): string {
  if (sent >= total) return TEXTS.finishing;
  if (speed <= 0) return TEXTS.starting;
  return TEXTS.speedAndTimeLeft(speedText(speed), timeText((total - sent) / speed));
}

function speedText(speed: number): string {
  if (speed >= 1024 ** 2) return `${(speed / 1024 ** 2).toFixed(1)} MB/s`;
  return `${Math.max(1, Math.round(speed / 1024))} KB/s`;
}

function timeText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return TEXTS.min(Math.round(seconds / 60));
  return `${(seconds / 3600).toFixed(1)} h`;
}
