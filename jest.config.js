/** Kinds of tests, each a project: `npx jest --selectProjects unit`. */
const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', decorators: true, tsx: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        target: 'es2022',
        keepClassNames: true,
      },
      module: { type: 'commonjs' },
      swcrc: false,
      sourceMaps: 'inline',
    },
  ],
};

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch,
  transform,
  runtime: '<rootDir>/test/support/jest/shared-modules.js',
  testEnvironment: '<rootDir>/test/support/jest/one-realm.ts',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
  ...more,
});

module.exports = {
  // For two processors: while one file waits for its processes, two others work. A fourth worker would end the suite 4 %
  // sooner and make each test a third slower.
  // `npm test` gives each 64 MB for young objects, which takes 6 % less processor time.
  maxWorkers: 3,
  // Only ends what hangs; what must be quick is measured where it is tested. Jest's own five seconds are less than a
  // file's modules and its app take to start, several seconds, when workers share the processors.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/jest/slow-first.js',
  projects: [
    project('unit', [
      '<rootDir>/backend/**/*.spec.ts',
      '<rootDir>/frontend/src/**/*.spec.{ts,tsx}',
      '<rootDir>/test/support/**/*.spec.ts',
    ]),
    project('medium', ['<rootDir>/test/medium/**/*.spec.ts']),
    project('simulation', ['<rootDir>/test/simulation/**/*.spec.ts']),
    project('e2e', ['<rootDir>/test/e2e/**/*.spec.ts']),
    project('ui', ['<rootDir>/test/ui/**/*.spec.ts'], {
      testEnvironment: '<rootDir>/test/support/jest/ui.ts',
    }),
    // What reckons with times, once more on a machine that stands elsewhere.
    project(
      'zones',
      [
        '<rootDir>/test/zones/**/*.spec.ts',
        '<rootDir>/backend/**/{scheduled-time,slots,instants}.spec.ts',
        '<rootDir>/frontend/src/**/{zone,zones,format,scheduleInterval,calendarDays,calendarEntries}.spec.ts',
        '<rootDir>/test/e2e/posts/{time-zones,calendar,calendar-batch,upcoming,autopost}.spec.ts',
      ],
      {
        testEnvironment: '<rootDir>/test/support/jest/zone.ts',
        testEnvironmentOptions: { zone: 'Asia/Kolkata' },
      },
    ),
  ],
};
