const { sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const IN_PACKAGES = `${sep}node_modules${sep}`;

/** Jest has its own ways to load these. */
const OF_JEST = /^(?:@jest\/|jest-|expect$)/;

/**
 * Jest evaluates every module anew for each file of tests, which was half of the time of most files. Here a worker loads
 * what is in `node_modules` once. Our own modules are still evaluated for each file. Needs the environment `OneRealm`:
 * packages and tests must share their built-in classes.
 */
class SharedPackages extends Runtime {
  constructor(...given) {
    super(...given);
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    const file = this.fileInPackages(from, name);
    return file ? require(file) : super.requireModuleOrMock(from, name);
  }

  fileInPackages(from, name) {
    if (name.startsWith('.') || OF_JEST.test(name) || this._resolution.isCoreModule(name)) return undefined;
    if (this.mockState.shouldMockCjs(from, name).shouldMock) return undefined;
    const file = this._resolution.resolveCjs(from, name);
    return file.includes(IN_PACKAGES) ? file : undefined;
  }
}

exports.default = SharedPackages;
exports.__esModule = true;
