import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { appPages } from './plugins/app-pages.mts';
import { dashboardPage } from './plugins/dashboard-page.mts';
import { headScript } from './plugins/head-script.mts';
import { landingPage } from './plugins/landing-page.mts';
import { themeCss } from './plugins/theme-css.mts';

/** Packages that do not say so: what nobody uses of them may be left out. */
const FREE_OF_EFFECTS = /node_modules\/(dompurify|diacritic|inflection|jsonexport|lodash)\//;

/** Few files for what every opening of the dashboard needs: on a slow line each costs a round trip. */
const FIRST_PARTS = [
  {
    name: 'react',
    test: /node_modules\/(react-dom|react-router|notistack)\/|frontend\/src\/(api|config|toasts)\.tsx?$/,
    priority: 2,
  },
  {
    name: 'look',
    test: new RegExp(
      'dashboard/(muiTheme|(layout|subscription|shell|shell/banners)/texts)|@mui/icons-material/(utils|ErrorOutlineRounded|PhotoOutlined)' +
        '|@mui/material/(Button|Card|IconButton|Tooltip|Typography)/',
    ),
    priority: 1,
  },
  {
    name: 'formats',
    priority: 1,
    test: /backend\/(media\/rules|publishing\/formats)|dashboard\/posts\/(listTexts|texts)\./,
  },
  // Each screen has a list, or something to fill in or to open.
  {
    name: 'lists',
    priority: 1,
    test: new RegExp(
      '@mui/material/(Box|Checkbox|FormControl/(FormControlContext|useFormControl)|Skeleton|Table(Body|Cell|Container|Head|Row)?)[/.]' +
        '|@mui/material/internal/(SwitchBase|switchBaseClasses|svg-icons/(CheckBox|IndeterminateCheckBox)\\w*)' +
        '|@mui/icons-material/((Delete|Edit|Event|Search)(Outlined|Rounded)|ExpandMoreRounded|LockOutlined|Replay)\\.' +
        '|dashboard/layout/(ListPagination|Pagination|StatusChip|sizes|useContainerFit|useFailureToast)\\.' +
        '|dashboard/(accounts/AccountPicture|posts/(FailureReason|FormatContext|Thumbnail|scheduleSummary)|subscription/(SubscriptionRequired|useNeedsPlan))\\.',
    ),
    includeDependenciesRecursively: false,
  },
  {
    name: 'controls',
    test: new RegExp(
      '@mui/material/(Backdrop|Dialog\\w*|FilledInput|Form\\w*|Input\\w*|internal/svg-icons/ArrowDropDown|Menu\\w*|Modal' +
        '|NativeSelect|OutlinedInput|Popover|Portal|Select|TextField|TextareaAutosize|Unstable_TrapFocus)/' +
        '|@mui/material/utils/(focusable|useRovingTabIndex)' +
        '|dashboard/(layout/(Confirmation|DeleteQuestion)|posts/TimeField)\\.',
    ),
    includeDependenciesRecursively: false,
  },
];

const backend = { target: 'http://localhost:3000' };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), themeCss(), headScript(), landingPage(), dashboardPage(), appPages()],
  build: {
    rolldownOptions: {
      input: { landing: 'index.html', app: 'app.html', dashboard: 'dashboard.html' },
      treeshake: { moduleSideEffects: [{ test: FREE_OF_EFFECTS, sideEffects: false }] },
      output: { codeSplitting: { groups: FIRST_PARTS } },
    },
    outDir: '../dist/public',
    emptyOutDir: true,
    // Every browser that knows light-dark() needs no polyfill.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The first that know light-dark(), which would be rewritten for older ones.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The dashboard is one lazy part that only a signed-in visitor downloads.
    chunkSizeWarningLimit: 1500,
    // A font or picture as a data: URL would break `font-src 'self'`.
    assetsInlineLimit: 0,
  },
  server: { port: 5173, proxy: { '/api': backend, '/storage': backend, '/rehearsal': backend } },
});
