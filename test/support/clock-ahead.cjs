/** `node -r ./test/support/clock-ahead.cjs`: a process whose machine's clock is CLOCK_AHEAD_MS ahead of the others'. */
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const TrueDate = Date;
const now = () => TrueDate.now() + ahead;

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args) => new target(...(args.length ? args : [now()])),
  apply: (target) => new target(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
