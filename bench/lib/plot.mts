import type { Plot, Series } from './types.mts';

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 72;
const RIGHT = WIDTH - 24;
const TOP = 48;
const BOTTOM = HEIGHT - 56;
/** Mid-tones, which can be read on light and on dark pages. */
const COLORS = ['#0e9f6e', '#d97706', '#3b82f6'];

/** A plot with logarithmic axes, on which linear growth has the slope of the dashed line. */
export function svg({ title, xLabel, yLabel, series }: Plot): string {
	const points = series.flatMap((each) => each.points);
	const x = axis(
		points.map((point) => point.x),
		LEFT,
		RIGHT,
	);
	const linear = linearOf(series[0]!);
	const y = axis(
		[...points, ...linear].map((point) => point.y),
		BOTTOM,
		TOP,
	);
	const at = (px: number, py: number) => `${x.at(px)},${y.at(py)}`;
	const summary = series
		.map(
			({ name, points: all }) =>
				`${name}: ${all.map((p) => `${label(p.x)} ${xLabel} ${label(p.y)} ms`).join(', ')}`,
		)
		.join('. ');
	const xTicks = [...new Set(points.map((point) => point.x))].map(
		(value) =>
			`<path class="grid" d="M${x.at(value)} ${TOP}V${BOTTOM}"/><text x="${x.at(value)}" y="${BOTTOM + 18}" text-anchor="middle">${label(value)}</text>`,
	);
	const yTicks = y.decades.map(
		(value) =>
			`<path class="grid" d="M${LEFT} ${y.at(value)}H${RIGHT}"/><text x="${LEFT - 8}" y="${y.at(value) + 4}" text-anchor="end">${label(value)}</text>`,
	);
	return `${[
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title description">`,
		`<title id="title">${title}</title>`,
		`<desc id="description">${summary}. Both axes are logarithmic; the dashed line shows linear growth.</desc>`,
		STYLE,
		`<rect class="page" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
		`<text class="title" x="${WIDTH / 2}" y="26" text-anchor="middle">${title}</text>`,
		...yTicks,
		...xTicks,
		`<path class="linear" d="M${linear.map((point) => at(point.x, point.y).replace(',', ' ')).join('L')}"/>`,
		...series.map((each, i) => line(each, COLORS[i % COLORS.length]!, i, at)),
		`<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 14}" text-anchor="middle">${xLabel}</text>`,
		`<text transform="translate(18 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>`,
		'</svg>',
	].join('\n')}\n`;
}

const STYLE = `<style>
text { font: 12px system-ui, sans-serif; fill: #1f2937 }
.title { font-size: 15px; font-weight: 600 }
.page { fill: #ffffff }
.grid { stroke: #d1d5db; fill: none }
.linear { stroke: #6b7280; stroke-dasharray: 3 5; fill: none }
@media (prefers-color-scheme: dark) {
text { fill: #e5e7eb }
.page { fill: #111827 }
.grid { stroke: #374151 }
.linear { stroke: #9ca3af }
}
</style>`;

type At = (x: number, y: number) => string;

function line({ name, points }: Series, color: string, index: number, at: At): string {
	const path = points.map(({ x, y }) => at(x, y)).join(' ');
	const dots = points.map(({ x, y }) => {
		const [cx, cy] = at(x, y).split(',');
		return `<circle cx="${cx}" cy="${cy}" r="4" fill="${color}"><title>${name}: ${label(x)}, ${label(y)} ms</title></circle>`;
	});
	const legendY = TOP + 18 + index * 18;
	return [
		`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>`,
		...dots,
		`<path d="M${LEFT + 12} ${legendY - 4}h20" stroke="${color}" stroke-width="3"/><text x="${LEFT + 40}" y="${legendY}">${name}</text>`,
	].join('\n');
}

/** From the first point on: what the last one would cost if every unit cost the same. */
function linearOf({ points }: Series): Series['points'] {
	const first = points[0]!;
	const { x } = points.at(-1)!;
	return [first, { x, y: (first.y * x) / first.x }];
}

/** A logarithmic axis of whole powers of ten around the values. */
function axis(values: number[], from: number, to: number) {
	const low = Math.floor(Math.log10(Math.min(...values)));
	const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
	const decades = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
	const at = (value: number) =>
		Math.round(from + ((Math.log10(value) - low) / (high - low)) * (to - from));
	return { at, decades };
}

function label(value: number): string {
	return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}
