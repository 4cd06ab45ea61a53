const asyncHooks = require('node:async_hooks');
const { AsyncLocalStorage } = asyncHooks;
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join, resolve, sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ROOT = resolve(__dirname, '../../..');
const IN_PACKAGES = `${sep}node_modules${sep}`;
const PRODUCT = ['backend', 'migrations'].map((folder) => join(ROOT, folder) + sep);
const OF_TESTS = /\.(?:spec|contract)\.tsx?$/;

/** Jest has its own ways to load these. */
const OF_JEST = /^(?:@jest\/|jest-|expect$)/;

/** A mock of a file of ours, which only this file of tests may see. */
const MOCKS_OURS = /\bjest\.mock\(\s*['"]\./;

/**
 * Every AsyncLocalStorage of this worker. On Node 20 and 22 each enabled one slows down every promise, so all are disabled
 * at the end of a file.
 */
const storages = new Set();

// Node 22 and 24 have a getter there, which cannot be assigned to.
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
  value: class extends AsyncLocalStorage {
    constructor(...given) {
      super(...given);
      storages.add(this);
    }
  },
});

/**
 * Replaces the AsyncLocalStorage in which Jest keeps the running test, a new one for each file. Tests run one after the
 * other, so a variable is enough.
 */
class RunningTest {
  getStore() {
    return this.store;
  }

  run(store, work) {
    const before = this.store;
    const putBack = () => (this.store = before);
    this.store = store;
    try {
      const result = work();
      if (result instanceof Promise) return result.finally(putBack);
      putBack();
      return result;
    } catch (error) {
      putBack();
      throw error;
    }
  }
}

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

/** What this worker has loaded of the product, and where Jest keeps the source maps. */
const loaded = new Map();
const sourceMaps = new Map();

/** The transformer of the file of tests that runs now: what is loaded later, at first use, needs one that is alive. */
let transforms;

/**
 * Jest evaluates every module anew for each file of tests, which was most of the time of most files. Here a worker loads
 * packages and the product's modules once. The files of the tests are still evaluated for each, and everything for those
 * that mock a module of ours. Needs the environment `OneRealm`: all share their built-in classes.
 */
class SharedModules extends Runtime {
  constructor(...given) {
    super(...given);
    this.executor.compile = (source, filename) =>
      compile(source, filename, this.executor.injectedModuleParameters);
    this.isApart = MOCKS_OURS.test(readFileSync(this._testPath, 'utf8'));
    transforms = this.transformCache;
    for (const [file, map] of sourceMaps) transforms.getSourceMaps().set(file, map);
  }

  requireModuleOrMock(from, name) {
    const file = this.sharedFile(from, name);
    if (!file) return super.requireModuleOrMock(from, name);
    return file.includes(IN_PACKAGES) ? require(file) : requireProduct(file);
  }

  requireInternalModule(from, name) {
    if (name === 'node:async_hooks' && from.includes(`${IN_PACKAGES}jest-circus${sep}`))
      return { AsyncLocalStorage: RunningTest };
    return super.requireInternalModule(from, name);
  }

  teardown() {
    super.teardown();
    for (const storage of storages) storage.disable();
  }

  sharedFile(from, name) {
    if (OF_JEST.test(name) || this._resolution.isCoreModule(name)) return undefined;
    if (this.isApart && name.startsWith('.')) return undefined;
    if (this.mockState.shouldMockCjs(from, name).shouldMock) return undefined;
    const file = this._resolution.resolveCjs(from, name);
    return file.includes(IN_PACKAGES) || (!this.isApart && isOfProduct(file)) ? file : undefined;
  }
}

/** As Node does, so that modules which need each other see what there is so far. */
function requireProduct(file) {
  const known = loaded.get(file);
  if (known) return known.exports;
  const module = { id: file, filename: file, exports: {} };
  loaded.set(file, module);
  try {
    const code = transforms.transform(file);
    const sourceMap = transforms.getSourceMaps().get(file);
    if (sourceMap) sourceMaps.set(file, sourceMap);
    const evaluate = compile(code, file, PARAMETERS);
    evaluate.call(module.exports, module.exports, requireIn(file), module, file, dirname(file));
  } catch (error) {
    loaded.delete(file);
    throw error;
  }
  return module.exports;
}

function requireIn(file) {
  const own = createRequire(file);
  const requireOne = (name) => (name.startsWith('.') ? requireProduct(beside(file, name)) : own(name));
  return Object.assign(requireOne, { resolve: own.resolve, cache: own.cache });
}

const compile = (source, filename, parameters) =>
  compileFunction(source, parameters, {
    filename,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });

const isOfProduct = (file) =>
  PRODUCT.some((folder) => file.startsWith(folder)) && /\.tsx?$/.test(file) && !OF_TESTS.test(file);

function beside(file, name) {
  const path = resolve(dirname(file), name);
  return [path, `${path}.ts`, `${path}.tsx`].find((each) => /\.\w+$/.test(each) && existsSync(each)) ?? path;
}

exports.default = SharedModules;
exports.__esModule = true;
