const GIGABYTE = 1024 ** 3;

/** At most two decimals: 1610612736 -> '1.5'. */
export const gigabytesOf = (bytes: number) => String(Math.round((bytes / GIGABYTE) * 100) / 100);

export const bytesOf = (gigabytes: string) => Math.round(Number(gigabytes) * GIGABYTE);
