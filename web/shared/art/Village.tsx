import { Sky } from './Sky.tsx';
import { dusk, type Light } from './sky.ts';

/** White houses on the slope, the light from the left. */
function Houses() {
  return (
    <g>
      <path d="M112 298v-38l32-24 32 24v-82h30v82l24-18 24 18v38z" fill="#fdf4e4" />
      <path d="M270 298v-56h58v56zM352 298v-32l30-22 30 22v32z" fill="#fdf4e4" />
      <path d="M92 292h392v72H92z" fill="#f6e8d6" />
      <path d="M254 260v104h16V242h58v122h24v-98zM484 292h-62v72h62z" fill="#e2cdbf" />
      <path
        d="M172 178l19-30 19 30zM106 264l38-29 38 29-6 5-32-23-32 23zM200 264l30-22 30 22-5 5-25-17-25 17zM262 244l8-13h58l8 13zM346 270l36-27 36 27-6 5-30-22-30 22z"
        fill="#b4573e"
      />
      <path
        d="M184 200h14v20h-14zM136 320h16v44h-16zM284 264h12v18h-12zM306 264h12v18h-12zM288 318h16v46h-16zM374 306h13v20h-13zM444 312h13v18h-13z"
        fill="#5a4766"
      />
    </g>
  );
}

function Donkey() {
  return (
    <g fill="#1f2238">
      <path d="M12 34c8-8 26-9 42-7 14 2 30 0 42 2l11-16-4-20 6-1 6 14 5-15 6 2v18l10 20c2 5-1 9-7 8l-14-6-9 12c2 10 1 14 0 20l-2 26h-7l-2-24-7-9-25 2-5 9 3 22h-7l-7-22-2-11-6 12-4 21h-8l5-27c1-10 0-18 6-25z" />
      <path d="M8 38c-6 5-9 14-8 24h4c0-9 2-16 8-20z" />
    </g>
  );
}

function Flowers() {
  return (
    <g>
      <path
        d="M16 36C14 24 8 18 1 13M27 36c0-13 3-22 9-31M41 38c4-9 11-13 18-15"
        stroke="#1f2238"
        strokeWidth="2.4"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="0" cy="11" r="4" fill="#eaa8a2" />
      <circle cx="60" cy="21" r="3.5" fill="#eaa8a2" />
      <circle cx="37" cy="3" r="4" fill="#f4d57c" />
    </g>
  );
}

/** The white village with Platero in front of it, wide. `top` cuts the sky off, 0 to 200. */
export function Village({ top = 120, light = dusk }: { top?: number; light?: Light }) {
  const [farthest, far, near, nearest] = light.hills;
  return (
    <Sky width={1280} top={top} light={light} sun={[900, 226]}>
      <path d="M0 266q150-38 290-12t270-26 250 22 220-26 250 28v180H0z" fill={farthest} opacity=".78" />
      <path d="M0 296c190-34 330 4 530-18s370-14 750 20v130H0z" fill={far} />
      <g transform="translate(160 0)">
        <Houses />
      </g>
      <path d="M0 344c230-30 430 10 670-10s420-8 610 14v80H0z" fill={near} />
      <path d="M0 376c270-26 530 12 770-12s360-4 510 16v50H0z" fill={nearest} />
      <g transform="translate(694 290)">
        <Donkey />
      </g>
      <g transform="translate(604 342)">
        <Flowers />
      </g>
      <g transform="translate(880 346)">
        <Flowers />
      </g>
    </Sky>
  );
}

/** The same evening as a cover, 5 : 7. */
export function VillageCover() {
  const [farthest, far, near, nearest] = dusk.hills;
  return (
    <Sky width={300} light={dusk} sun={[218, 150]}>
      <path d="M0 216q60-34 130-10t170-18v240H0z" fill={farthest} opacity=".78" />
      <path d="M0 246c70-22 180 10 300-14v190H0z" fill={far} />
      <g transform="translate(-36 78) scale(.56)">
        <Houses />
      </g>
      <path d="M0 276c80-20 170 12 300-8v160H0z" fill={near} />
      <path d="M0 330c90-24 190 10 300-10v110H0z" fill={nearest} />
      <g transform="translate(134 252)">
        <Donkey />
      </g>
      <g transform="translate(40 300)">
        <Flowers />
      </g>
    </Sky>
  );
}
