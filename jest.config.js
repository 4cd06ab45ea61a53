/** Four kinds of tests, each a project: `npx jest --selectProjects unit`. */
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
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
  ...more,
});

module.exports = {
  projects: [
    project('unit', [
      '<rootDir>/backend/**/*.spec.ts',
      '<rootDir>/frontend/src/**/*.spec.{ts,tsx}',
      '<rootDir>/test/support/**/*.spec.ts',
    ]),
    project('medium', ['<rootDir>/test/medium/**/*.spec.ts']),
    project('e2e', ['<rootDir>/test/e2e/**/*.spec.ts']),
    project('ui', ['<rootDir>/test/ui/**/*.spec.ts']),
  ],
};
