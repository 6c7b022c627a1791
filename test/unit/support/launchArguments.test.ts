import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanEnvironment } from '../../support/vscode/codeServer.ts';
import { parseLaunchArguments, testUrl } from '../../support/vscode/launchArguments.ts';

describe('the launcher that stands in for VS Code', () => {
  it('takes the command line of @vscode/test-electron', () => {
    const args = parseLaunchArguments([
      '/work space/demo',
      '--user-data-dir=/tmp/user',
      '--extensions-dir',
      '/tmp/extensions',
      '--no-sandbox',
      '--disable-workspace-trust',
      '--extensionTestsPath=/repo/dist-test/host/index.js',
      '--extensionDevelopmentPath=/repo',
      '--extensionDevelopmentPath=/other=one',
    ]);
    assert.deepEqual(args, {
      extensionDevelopmentPaths: ['/repo', '/other=one'],
      extensionTestsPath: '/repo/dist-test/host/index.js',
      folder: '/work space/demo',
      userDataDir: '/tmp/user',
      extensionsDir: '/tmp/extensions',
    });
  });

  it('does without a folder and without profile folders', () => {
    const args = parseLaunchArguments(['--skip-welcome', '--extensionTestsPath=/t.js']);
    assert.deepEqual(args, {
      extensionDevelopmentPaths: [],
      extensionTestsPath: '/t.js',
      folder: undefined,
      userDataDir: undefined,
      extensionsDir: undefined,
    });
  });

  it('says what is missing', () => {
    assert.throws(() => parseLaunchArguments(['/folder']), /--extensionTestsPath/);
  });

  it('hands the tests to the workbench in its address', () => {
    const args = parseLaunchArguments(['--extensionTestsPath=/a b/t.js', '--extensionDevelopmentPath=/a b']);
    const url = new URL(testUrl('http://127.0.0.1:81/?folder=%2Fw', 81, args));
    assert.equal(url.searchParams.get('folder'), '/w');
    assert.deepEqual(JSON.parse(url.searchParams.get('payload') ?? ''), [
      ['extensionDevelopmentPath', 'vscode-remote://127.0.0.1:81/a b'],
      ['extensionTestsPath', 'vscode-remote://127.0.0.1:81/a b/t.js'],
      ['skipWelcome', 'true'],
    ]);
  });

  it('keeps variables of an outer VS Code, npm or test runner from the server', () => {
    const env = {
      PATH: '/bin',
      HOME: '/root',
      PORT: '1',
      VSCODE_IPC_HOOK_CLI: '/s',
      npm_config_x: 'y',
      NODE_TEST_CONTEXT: 'c',
    };
    assert.deepEqual(cleanEnvironment(env), { PATH: '/bin', HOME: '/root' });
  });
});
