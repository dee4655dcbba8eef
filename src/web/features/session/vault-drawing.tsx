/** The drawing beside the sign-in form: two vaults with shelves of deeds, as on a blueprint. Decorative. */
import css from './sign-in.module.css';

const floor = 772;
const spring = 432;
const radius = 128;
/** Thickness of the arch's stones. */
const stone = 26;
const shelves = [428, 493, 558, 623, 688, 753];
const centres = [204, 548];

/** A seeded generator: the drawing must look the same at each visit. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function archPath(centre: number): string {
  const arc = (size: number): string =>
    `M${centre - size} ${floor}V${spring}A${size} ${size} 0 0 1 ${centre + size} ${spring}V${floor}`;
  const joints = Array.from({ length: 16 }, (_, index) => {
    const angle = (Math.PI * index) / 15;
    const [x, y] = [Math.cos(angle), -Math.sin(angle)];
    const at = (size: number): string =>
      `${(centre + x * size).toFixed(1)} ${(spring + y * size).toFixed(1)}`;
    return `M${at(radius)}L${at(radius + stone)}`;
  });
  const courses = shelves.flatMap((y) =>
    [centre - radius - stone, centre + radius].map((x) => `M${x} ${y + 19}h${stone}`),
  );
  return [arc(radius), arc(radius + stone), ...joints, ...courses].join('');
}

function shelfPath(centre: number, y: number, chance: () => number): string {
  const end = centre + radius - 16;
  let path = `M${centre - radius + 10} ${y}H${end + 6}`;
  for (let x = centre - radius + 14; x < end - 12; ) {
    const width = 10 + chance() * 16;
    const height = 26 + chance() * 18;
    if (chance() > 0.16 && x + width < end) {
      path += `M${x.toFixed(1)} ${y}v${-height.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}`;
      path += `M${(x + 3).toFixed(1)} ${(y - height + 8).toFixed(1)}h${(width - 6).toFixed(1)}`;
    }
    x += width + (chance() > 0.85 ? 9 : 0);
  }
  return path;
}

const drawing = centres
  .map((centre, side) => {
    const chance = chances(1871 + side);
    return archPath(centre) + shelves.map((y) => shelfPath(centre, y, chance)).join('');
  })
  .join('');
const lines = [164, 176, 190, floor, floor + 12].map((y) => `M0 ${y}H752`).join('');
const axes = [...centres, 376].map((x) => `M${x} ${x === 376 ? 0 : 240}V800`).join('');
const measures = centres
  .map((x) => `M${x - 128} 828H${x + 128}M${x - 128} 818v20M${x + 128} 818v20`)
  .join('');

export function VaultDrawing() {
  return (
    <figure className={css.drawing}>
      <svg viewBox="0 0 752 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <defs>
          <pattern id="vault-grid" width="24" height="24" patternUnits="userSpaceOnUse">
            <path d="M24 0H0V24" fill="none" stroke="#dbe9f4" strokeOpacity=".07" />
          </pattern>
        </defs>
        <rect width="752" height="900" fill="url(#vault-grid)" />
        <g fill="none" stroke="#dbe9f4" strokeOpacity=".8">
          <path d={drawing + lines} />
          <path d={axes} strokeDasharray="26 6 4 6" strokeOpacity=".5" />
          <path d={measures} strokeOpacity=".6" />
        </g>
        <g fill="#dbe9f4" fillOpacity=".75" fontSize="13" textAnchor="middle" direction="ltr">
          {centres.map((x) => (
            <text key={x} x={x} y="850">
              4 250
            </text>
          ))}
        </g>
      </svg>
    </figure>
  );
}
