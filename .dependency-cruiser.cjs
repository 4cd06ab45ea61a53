/** Who may import whom: a folder may import from the groups before its own, and never sideways inside its group. */
const GROUPS = [
  ['common', 'meta-world'],
  ['config'],
  ['media', 'database'],
  ['ports'],
  ['users'],
  ['activity', 'keyed-calls'],
  ['auth'],
  ['accounts'],
  ['subscriptions'],
  ['uploads'],
  ['categories', 'captions'],
  ['shared-videos'],
  ['publishing'],
  ['autopost', 'rehearsal', 'admin', 'health', 'calendar', 'live', 'first-steps', 'connect'],
  ['client-config'],
  ['backup'],
  ['cli'],
];

const oneOf = (folders) => `^backend/(${folders.join('|')})/`;

/** Plain data that every folder may import, and the browser too. */
const DATA =
  '^backend/(common/characters|media/rules|media/fits|media/mp4/brands|publishing/formats/[a-z-]+|publishing/composing/text-limits)\\.ts$';

/** What active means, as a condition for whoever reads users or sessions. */
const ACTIVE_PLAN = '^backend/subscriptions/subscription-status\\.ts$';

const directions = GROUPS.flatMap((group, index) =>
  group.map((folder) => ({
    name: `${folder}-imports-only-what-is-before-it`,
    severity: 'error',
    from: { path: `^backend/${folder}/`, pathNot: '\\.(spec|contract)\\.ts$' },
    to: {
      path: oneOf([...group.filter((each) => each !== folder), ...GROUPS.slice(index + 1).flat()]),
      pathNot: `${DATA}|${ACTIVE_PLAN}`,
    },
  })),
).filter(({ to }) => to.path !== '^backend/()/');

/** The same within the dashboard. Below all of them are the files of the dashboard's own folder. */
const DASHBOARD_GROUPS = [
  ['layout', 'live'],
  ['subscription'],
  ['posts'],
  ['compose', 'videos', 'photos', 'calendar', 'captions', 'shared-videos', 'categories', 'settings', 'admin'],
  ['home'],
  ['shell'],
];

const inDashboard = (folders) => `^frontend/src/dashboard/(${folders.join('|')})/`;

const dashboardDirections = DASHBOARD_GROUPS.flatMap((group, index) =>
  group.map((folder) => ({
    name: `dashboard-${folder}-imports-only-what-is-before-it`,
    severity: 'error',
    from: { path: inDashboard([folder]), pathNot: '\\.spec\\.ts$' },
    to: {
      path: inDashboard([
        ...group.filter((each) => each !== folder),
        ...DASHBOARD_GROUPS.slice(index + 1).flat(),
      ]),
    },
  })),
).filter(({ to }) => to.path !== inDashboard([]));

module.exports = {
  forbidden: [
    ...directions,
    ...dashboardDirections,
    {
      name: 'only-the-frame-knows-the-list-of-screens',
      severity: 'error',
      from: {
        path: '^frontend/src/',
        pathNot: '^frontend/src/(routes\\.tsx|dashboard/(DashboardApp\\.tsx|shell/))|\\.spec\\.ts$',
      },
      to: {
        path: '^frontend/src/dashboard/(DashboardApp\\.tsx|screens\\.ts|dataProvider\\.ts|authProvider\\.ts)$',
      },
    },
    {
      name: 'a-manifest-imports-its-screen-lazily',
      severity: 'error',
      from: { path: '^frontend/src/dashboard/.*/index\\.ts$' },
      to: {
        path: '\\.tsx$',
        pathNot: 'Skeleton\\.tsx$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'only-a-port-module-names-an-adapter',
      severity: 'error',
      from: { pathNot: '^backend/ports/|^test/support/scripted-|\\.(spec|contract)\\.ts$' },
      to: {
        path: '^backend/ports/.*/(disk-storage|s3/|file-mailer|smtp-mailer|memory-queue|bull-queue|meta/)',
      },
    },
    {
      name: 'nobody-imports-the-app',
      severity: 'error',
      from: { path: '^backend/[^/]+/', pathNot: '^backend/cli/' },
      to: { path: '^backend/(app|app\\.module|main|cli|demo)\\.ts$' },
    },
    {
      name: 'public-never-loads-react-admin',
      severity: 'error',
      from: { path: '^frontend/src/public/' },
      to: { path: '(^frontend/src/dashboard/|node_modules/(react-admin|ra-))' },
    },
    {
      name: 'only-the-dashboard-imports-react-admin',
      severity: 'error',
      from: { path: '^frontend/src/', pathNot: '^frontend/src/dashboard/' },
      to: { path: 'node_modules/(react-admin|ra-)' },
    },
    {
      name: 'the-dashboard-never-imports-the-public-pages',
      severity: 'error',
      from: { path: '^frontend/src/dashboard/' },
      to: { path: '^frontend/src/public/' },
    },
    {
      name: 'one-bridge-between-the-halves',
      severity: 'error',
      from: { path: '^frontend/src/' },
      to: { path: '^backend/', pathNot: DATA },
    },
    {
      name: 'data-needs-nothing',
      severity: 'error',
      from: { path: DATA, pathNot: '\\.(spec|contract)\\.ts$' },
      to: { pathNot: DATA },
    },
    {
      name: 'the-meta-world-needs-nothing',
      severity: 'error',
      from: { path: '^backend/meta-world/' },
      to: { pathNot: '^backend/meta-world/', dependencyTypesNot: ['core'] },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '^(dist|data)/' },
  },
};
