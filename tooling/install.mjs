// Runs before `npm start` and `npm test` on whatever Node the machine has, so it is plain JavaScript and
// imports nothing that must be installed first. It installs the pinned packages when they are missing or
// when the lock file has changed since the last time.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (present !== wanted) {
  console.log('Installing packages (first run, or the lock file changed) …');
  // Not `npm ci`: it refuses a lock file that lacks optional packages of platforms the registry at hand does not carry.
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
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
