const GIGABYTE = 1024 ** 3;

/** As a form shows them, at most two decimals: 1610612736 -> '1.5'. */
export const gigabytesOf = (bytes: number) => String(Math.round((bytes / GIGABYTE) * 100) / 100);

/** What was not touched keeps its bytes, whatever was rounded. */
export const bytesOf = (gigabytes: string, kept?: number) =>
  kept !== undefined && gigabytes === gigabytesOf(kept) ? kept : Math.round(Number(gigabytes) * GIGABYTE);
