import type { Locator } from 'playwright-core';
import sharp from 'sharp';

/** Its modules row by row, as a camera sees them: true is black. @param size modules of a side */
export async function seenModules(code: Locator, size: number): Promise<boolean[][]> {
  const picture = sharp(await code.screenshot()).greyscale();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const isBlack = (x: number, y: number) => {
    const [column, line] = [(x * info.width) / size, (y * info.height) / size].map(Math.floor);
    return data[(line! * info.width + column!) * info.channels]! < 128;
  };
  const numbers = Array.from({ length: size }, (_, n) => n);
  return numbers.map((y) => numbers.map((x) => isBlack(x + 0.5, y + 0.5)));
}
