import { nearestFree, type Box } from './nearestFree';

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const SCREEN = box(0, 0, 400, 800);
const WANTED = box(200, 0, 200, 50);

describe('the nearest free place', () => {
  it('is the wanted one, if that is free', () => {
    expect(nearestFree(WANTED, [box(0, 0, 200, 800), box(200, 50, 200, 50)], SCREEN)).toEqual(WANTED);
  });

  it('is beside what is in the way, or below it, whichever is nearer', () => {
    expect(nearestFree(WANTED, [box(380, 0, 20, 800)], SCREEN)).toEqual(box(180, 0, 200, 50));
    expect(nearestFree(WANTED, [box(0, 10, 400, 30)], SCREEN)).toEqual(box(200, 40, 200, 50));
  });

  it('is between two, where it just fits', () => {
    const rows = [0, 40, 90, 130].map((top) => box(0, top, 400, 0.5));
    expect(nearestFree(WANTED, [...rows, box(0, 30, 400, 10)], SCREEN)?.top).toBeGreaterThanOrEqual(130);
    expect(nearestFree(WANTED, [box(0, 0, 400, 60), box(0, 110, 400, 690)], SCREEN)).toEqual(
      box(200, 60, 200, 50),
    );
  });

  it('is nowhere, if nothing leaves it room', () => {
    expect(nearestFree(WANTED, [box(0, 0, 400, 760)], SCREEN)).toBeUndefined();
    expect(nearestFree(WANTED, [box(150, 0, 10, 800), box(300, 0, 10, 800)], SCREEN)).toBeUndefined();
  });
});
