import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

/** The program of a Chromium, or why there is none. */
export type ChromiumSearch =
  | { readonly program: string; readonly missing?: never }
  | { readonly program?: never; readonly missing: string };

/**
 * Parts of the browser around the page. The lists under the address bar are pages of their own, which are loaded again for
 * every window: that takes twice the processor time of all the rest of opening one.
 */
const unused = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** What Playwright 1.65 turns off: a browser takes the last list it is given, so that ours has to repeat it. */
const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Flags that stop the browser's own network requests, and work that no test sees. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...offForPlaywright, ...unused].join(',')}`,
] as const;

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Where it is installed the same Chromium without a window: pages are the same, and one costs about 40 % less of the
 * processor.
 */
export const lightestFirst: readonly string[] = ['chromium-headless-shell', ...browsers];

const usualPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * `CHROMIUM_PATH`, one that is installed, one from the machine's packages (as root), or one Playwright brings.
 * @param names of programs, the first that is found is taken
 */
export function findChromium(names: readonly string[] = browsers): ChromiumSearch {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted)
    return existsSync(wanted) ? { program: wanted } : { missing: `CHROMIUM_PATH ${wanted} does not exist` };
  const program = installed(names) ?? installPackage(names) ?? downloadFromPlaywright();
  return program
    ? { program }
    : { missing: 'no Chromium is installed and none could be: install one, or set CHROMIUM_PATH' };
}

function installed(names: readonly string[]): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(':')
    .flatMap(place => names.map(name => join(place, name)));
  return [...onPath, ...usualPaths].find(isProgram) ?? ofPlaywright();
}

function ofPlaywright(): string | undefined {
  const program = chromium.executablePath();
  return isProgram(program) ? program : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installPackage(names: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium for the browser tests …');
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', ['-qq', ...parameters], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0;
  // Debian has both, others may have one of them.
  const packages = ['chromium-headless-shell', 'chromium'].filter(name => names.includes(name));
  const isThere =
    apt('update') && packages.some(name => apt('install', '--yes', '--no-install-recommends', name));
  return isThere ? installed(names) : undefined;
}

function downloadFromPlaywright(): string | undefined {
  console.log('Downloading a Chromium for the browser tests …');
  const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const { status } = spawnSync(process.execPath, [join(home, 'cli.js'), 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  });
  return status === 0 ? ofPlaywright() : undefined;
}
