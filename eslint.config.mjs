import tseslint from 'typescript-eslint';

const writesThatOpenTransactions = ['save', 'remove', 'transaction'].map((name) => ({
  selector: `CallExpression[callee.property.name='${name}']`,
  message: `.${name}() opens a transaction on the connection that all requests share on SQLite; use one conditional statement, or atomically() of database/.`,
}));

const onlyConfigReadsTheEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only backend/config reads the environment.',
};

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'data/**', 'coverage/**', '**/*.js', '**/*.mjs', '**/*.cjs'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './frontend/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/unbound-method': 'off',
      // Views are classes only so that the API document can name them; they have no methods to lose.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    rules: { 'max-lines': ['error', 300] },
  },
  {
    // Generated, and a list of words.
    files: ['frontend/src/wire.ts', 'backend/common/common-passwords.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['backend/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...writesThatOpenTransactions, onlyConfigReadsTheEnvironment],
    },
  },
  {
    files: ['backend/config/**/*.ts', 'backend/main.ts', 'backend/cli.ts'],
    rules: { 'no-restricted-syntax': ['error', ...writesThatOpenTransactions] },
  },
  {
    files: ['backend/**/*.{spec,contract}.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'no-restricted-syntax': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
