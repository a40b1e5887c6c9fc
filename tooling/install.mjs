// Runs before `npm start` and `npm test` on whatever Node the machine has, so it is plain JavaScript and
// imports nothing that must be installed first. It installs the pinned packages when they are missing or
// when the lock file has changed since the last time.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const installed = join(root, 'node_modules');
const stamp = join(installed, '.installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (present !== wanted) {
  console.log('Installing packages (first run, or the lock file changed) …');
  // Both follow the lock file; `ci` deletes what is there first, `install --no-save` replaces only what differs.
  const how = existsSync(installed) ? ['install', '--no-save'] : ['ci'];
  const npm = spawnSync('npm', [...how, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('Packages could not be installed; npm said why above.');
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

// npm scripts run on the Node that is a package here. Where there is none for the platform, the machine's must do.
const own = existsSync(join(installed, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'));
if (!own && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `There is no packaged Node for ${process.platform}-${process.arch}: install Node 24 or newer.`,
  );
  process.exit(1);
}
