import { Sky } from './Sky.tsx';
import { evening, type Light } from './sky.ts';

/** A mill of La Mancha; its cap is at 105, 152. `turn` in degrees. */
function Mill({ turn }: { turn: number }) {
  return (
    <g>
      <path d="M76 212l12-64h34l12 64 7 110H69z" fill="#fcf2e0" />
      <path d="M106 148h16l12 64 7 110h-30z" fill="#dac3af" />
      <path d="M82 150c4-24 42-24 46 0z" fill="#472c3b" />
      <path d="M97 322v-32q0-9 8-9t8 9v32z" fill="#6a4653" />
      <path d="M99 196q0-6 6-6t6 6v14H99z" fill="#6a4653" />
      <g
        stroke="#372531"
        strokeWidth="3"
        fill="#f8e9d0"
        fillOpacity=".92"
        transform={`rotate(${turn} 105 152)`}
      >
        <path d="M105 152V42M105 54h20v76h-20z" />
        <path d="M105 152v110M105 174H85v76h20z" />
        <path d="M105 152H-5M7 152v-20h76v20z" />
        <path d="M105 152h110M127 152v20h76v-20z" />
      </g>
    </g>
  );
}

/** The knight with his lance, and his squire behind. */
function Riders() {
  return (
    <g fill="#1b1520">
      <path d="M190 340l4-30 12-5 24 3 11-12 9 3-2 14-12 7 2 20h-6l-3-16-23 2-4 16h-6l3-18-4 5-2 11z" />
      <path d="M203 308l3-24c1-9 11-9 13 0l4 24z" />
      <circle cx="212" cy="270" r="6.5" />
      <path d="M232 246l-19 62-2-1 19-62z" />
      <path d="M254 350l3-22 22-3 9-9 7 3-4 11-3 20h-4l-2-14h-16l-2 14z" />
      <path d="M263 328c0-18 18-18 18 0z" />
      <circle cx="272" cy="309" r="6.5" />
    </g>
  );
}

/** The plain with its mills, wide. `top` cuts the sky off, 0 to 200. */
export function Mills({ top = 120, light = evening }: { top?: number; light?: Light }) {
  const [farthest, far, near, nearest] = light.hills;
  return (
    <Sky width={1280} top={top} light={light} sun={[720, 226]}>
      <path d="M0 274q180-32 340-10t330-22 300 20 310-18v190H0z" fill={farthest} opacity=".8" />
      <g transform="translate(866 130) scale(.5)">
        <Mill turn={44} />
      </g>
      <g transform="translate(1090 166) scale(.36)">
        <Mill turn={8} />
      </g>
      <path d="M0 308c220-40 360 4 560-14s420-34 720 4v130H0z" fill={far} />
      <g transform="translate(388 108) scale(.8)">
        <Mill turn={20} />
      </g>
      <path d="M0 352c240-32 430 12 690-8s420-10 590 12v70H0z" fill={near} />
      <g transform="translate(492 34)">
        <Riders />
      </g>
      <path d="M0 384c270-22 530 14 770-8s360-6 510 14v40H0z" fill={nearest} />
    </Sky>
  );
}

/** A mill against the evening, the riders below, as a cover, 5 : 7. */
export function WindmillCover() {
  const [, , near, nearest] = evening.hills;
  return (
    <Sky width={300} light={evening} sun={[212, 226]}>
      <path d="M0 304c66-30 116-10 172-26s88-6 128 8v134H0z" fill={near} />
      <Mill turn={20} />
      <path d="M0 340c74-24 156 8 300-16v96H0z" fill={nearest} />
      <g transform="translate(0 -8)">
        <Riders />
      </g>
    </Sky>
  );
}
