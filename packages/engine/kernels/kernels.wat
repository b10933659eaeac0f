;; SIMD kernels of training and building. Compiled by engine/kernels/compile.ts into kernels.wasm.ts.
;; Names in capitals are declared in structures.ts. Every kernel has a twin in plain.ts that gives the same
;; bits: each entry of a result is summed in the same order there, and no operation is fused.
;;
;; A panel is a matrix of f32 stored in blocks of 32 columns, each block row-major: entry (r, c) lies
;; at ((c >> 5) * rows + r) * 32 + (c & 31). Sparse products walk one block at a time, so that the rows
;; of frequent terms stay in the cache; a row of a block fills eight vector registers.
;;
;; The inner loops are functions of their own, called often: V8 replaces its baseline code of a
;; function by the optimised one between calls, never within one.
(module
  (import "env" "memory" (memory 1 65536 shared))

  ;; to[0..32) = Σ values[i] * panel[indices[i]][0..32) for one block of a panel.
  (func $gatherBlock (param $indices i32) (param $end i32) (param $values i32) (param $panel i32)
      (param $to i32)
    (local $from i32) (local $v v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local $s4 v128) (local $s5 v128) (local $s6 v128) (local $s7 v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $indices) (local.get $end)))
        (local.set $v (v128.load32_splat (local.get $values)))
        (local.set $from
          (i32.add (local.get $panel) (i32.shl (i32.load (local.get $indices)) (i32.const 7))))
        (local.set $s0 (f32x4.add (local.get $s0)
          (f32x4.mul (local.get $v) (v128.load (local.get $from)))))
        (local.set $s1 (f32x4.add (local.get $s1)
          (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $from)))))
        (local.set $s2 (f32x4.add (local.get $s2)
          (f32x4.mul (local.get $v) (v128.load offset=32 (local.get $from)))))
        (local.set $s3 (f32x4.add (local.get $s3)
          (f32x4.mul (local.get $v) (v128.load offset=48 (local.get $from)))))
        (local.set $s4 (f32x4.add (local.get $s4)
          (f32x4.mul (local.get $v) (v128.load offset=64 (local.get $from)))))
        (local.set $s5 (f32x4.add (local.get $s5)
          (f32x4.mul (local.get $v) (v128.load offset=80 (local.get $from)))))
        (local.set $s6 (f32x4.add (local.get $s6)
          (f32x4.mul (local.get $v) (v128.load offset=96 (local.get $from)))))
        (local.set $s7 (f32x4.add (local.get $s7)
          (f32x4.mul (local.get $v) (v128.load offset=112 (local.get $from)))))
        (local.set $indices (i32.add (local.get $indices) (i32.const 4)))
        (local.set $values (i32.add (local.get $values) (i32.const 4)))
        (br $next)))
    (v128.store (local.get $to) (local.get $s0))
    (v128.store offset=16 (local.get $to) (local.get $s1))
    (v128.store offset=32 (local.get $to) (local.get $s2))
    (v128.store offset=48 (local.get $to) (local.get $s3))
    (v128.store offset=64 (local.get $to) (local.get $s4))
    (v128.store offset=80 (local.get $to) (local.get $s5))
    (v128.store offset=96 (local.get $to) (local.get $s6))
    (v128.store offset=112 (local.get $to) (local.get $s7)))

  ;; The reverse: panel[indices[i]][0..32) += values[i] * from[0..32).
  (func $scatterBlock (param $indices i32) (param $end i32) (param $values i32) (param $panel i32)
      (param $from i32)
    (local $to i32) (local $v v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local $s4 v128) (local $s5 v128) (local $s6 v128) (local $s7 v128)
    (local.set $s0 (v128.load (local.get $from)))
    (local.set $s1 (v128.load offset=16 (local.get $from)))
    (local.set $s2 (v128.load offset=32 (local.get $from)))
    (local.set $s3 (v128.load offset=48 (local.get $from)))
    (local.set $s4 (v128.load offset=64 (local.get $from)))
    (local.set $s5 (v128.load offset=80 (local.get $from)))
    (local.set $s6 (v128.load offset=96 (local.get $from)))
    (local.set $s7 (v128.load offset=112 (local.get $from)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $indices) (local.get $end)))
        (local.set $v (v128.load32_splat (local.get $values)))
        (local.set $to
          (i32.add (local.get $panel) (i32.shl (i32.load (local.get $indices)) (i32.const 7))))
        (v128.store (local.get $to) (f32x4.add (v128.load (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s0))))
        (v128.store offset=16 (local.get $to) (f32x4.add (v128.load offset=16 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s1))))
        (v128.store offset=32 (local.get $to) (f32x4.add (v128.load offset=32 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s2))))
        (v128.store offset=48 (local.get $to) (f32x4.add (v128.load offset=48 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s3))))
        (v128.store offset=64 (local.get $to) (f32x4.add (v128.load offset=64 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s4))))
        (v128.store offset=80 (local.get $to) (f32x4.add (v128.load offset=80 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s5))))
        (v128.store offset=96 (local.get $to) (f32x4.add (v128.load offset=96 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s6))))
        (v128.store offset=112 (local.get $to) (f32x4.add (v128.load offset=112 (local.get $to))
          (f32x4.mul (local.get $v) (local.get $s7))))
        (local.set $indices (i32.add (local.get $indices) (i32.const 4)))
        (local.set $values (i32.add (local.get $values) (i32.const 4)))
        (br $next))))

  ;; `rows` rows of one block of image = A · panel for a sparse matrix A in compressed rows.
  (func (export "multiply") (param $starts i32) (param $rows i32) (param $indices i32)
      (param $values i32) (param $panel i32) (param $image i32)
    (local $end i32) (local $from i32) (local $to i32)
    (local.set $end (i32.add (local.get $starts) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $starts) (local.get $end)))
        (local.set $from (i32.shl (i32.load (local.get $starts)) (i32.const 2)))
        (local.set $to (i32.shl (i32.load offset=4 (local.get $starts)) (i32.const 2)))
        (call $gatherBlock
          (i32.add (local.get $indices) (local.get $from))
          (i32.add (local.get $indices) (local.get $to))
          (i32.add (local.get $values) (local.get $from))
          (local.get $panel) (local.get $image))
        (local.set $image (i32.add (local.get $image) (i32.const 128)))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (br $row))))

  ;; One block of image = Aᵀ · (A · panel), both of `columns` rows; `row` is room for 32 f32.
  (func (export "multiplyGram") (param $starts i32) (param $rows i32) (param $indices i32)
      (param $values i32) (param $panel i32) (param $columns i32) (param $image i32) (param $row i32)
    (local $end i32) (local $from i32) (local $to i32) (local $weights i32)
    (memory.fill (local.get $image) (i32.const 0) (i32.shl (local.get $columns) (i32.const 7)))
    (local.set $end (i32.add (local.get $starts) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $starts) (local.get $end)))
        (local.set $from (i32.shl (i32.load (local.get $starts)) (i32.const 2)))
        (local.set $weights (i32.add (local.get $values) (local.get $from)))
        (local.set $to (i32.add (local.get $indices)
          (i32.shl (i32.load offset=4 (local.get $starts)) (i32.const 2))))
        (local.set $from (i32.add (local.get $indices) (local.get $from)))
        (call $gatherBlock (local.get $from) (local.get $to) (local.get $weights)
          (local.get $panel) (local.get $row))
        (call $scatterBlock (local.get $from) (local.get $to) (local.get $weights)
          (local.get $image) (local.get $row))
        (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
        (br $next))))

  ;; out[0..4)[0..4) += Σ x[r][0..4)ᵀ y[r][0..4) over `rows` rows of widened blocks, f64.
  (func $innerTile (param $x i32) (param $y i32) (param $rows i32) (param $out i32)
      (param $stride i32)
    (local $end i32) (local $y0 v128) (local $y1 v128) (local $v v128)
    (local $a0 v128) (local $b0 v128) (local $a1 v128) (local $b1 v128)
    (local $a2 v128) (local $b2 v128) (local $a3 v128) (local $b3 v128)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $rows) (i32.const 8))))
    (loop $next
      (local.set $y0 (v128.load (local.get $y)))
      (local.set $y1 (v128.load offset=16 (local.get $y)))
      (local.set $v (v128.load64_splat (local.get $x)))
      (local.set $a0 (f64x2.add (local.get $a0) (f64x2.mul (local.get $v) (local.get $y0))))
      (local.set $b0 (f64x2.add (local.get $b0) (f64x2.mul (local.get $v) (local.get $y1))))
      (local.set $v (v128.load64_splat offset=8 (local.get $x)))
      (local.set $a1 (f64x2.add (local.get $a1) (f64x2.mul (local.get $v) (local.get $y0))))
      (local.set $b1 (f64x2.add (local.get $b1) (f64x2.mul (local.get $v) (local.get $y1))))
      (local.set $v (v128.load64_splat offset=16 (local.get $x)))
      (local.set $a2 (f64x2.add (local.get $a2) (f64x2.mul (local.get $v) (local.get $y0))))
      (local.set $b2 (f64x2.add (local.get $b2) (f64x2.mul (local.get $v) (local.get $y1))))
      (local.set $v (v128.load64_splat offset=24 (local.get $x)))
      (local.set $a3 (f64x2.add (local.get $a3) (f64x2.mul (local.get $v) (local.get $y0))))
      (local.set $b3 (f64x2.add (local.get $b3) (f64x2.mul (local.get $v) (local.get $y1))))
      (local.set $x (i32.add (local.get $x) (i32.const 256)))
      (local.set $y (i32.add (local.get $y) (i32.const 256)))
      (br_if $next (i32.lt_u (local.get $x) (local.get $end))))
    (call $addPair (local.get $out) (local.get $a0) (local.get $b0))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (call $addPair (local.get $out) (local.get $a1) (local.get $b1))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (call $addPair (local.get $out) (local.get $a2) (local.get $b2))
    (local.set $out (i32.add (local.get $out) (local.get $stride)))
    (call $addPair (local.get $out) (local.get $a3) (local.get $b3)))

  ;; to[0..4) += the four f64 of a and b
  (func $addPair (param $to i32) (param $a v128) (param $b v128)
    (v128.store (local.get $to) (f64x2.add (v128.load (local.get $to)) (local.get $a)))
    (v128.store offset=16 (local.get $to)
      (f64x2.add (v128.load offset=16 (local.get $to)) (local.get $b))))

  ;; Rows [r, r + count) of a block of a panel as f64.
  (func $widenBlock (param $from i32) (param $count i32) (param $to i32)
    (local $end i32) (local $v v128)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $count) (i32.const 7))))
    (loop $next
      (local.set $v (v128.load (local.get $from)))
      (v128.store (local.get $to) (f64x2.promote_low_f32x4 (local.get $v)))
      (v128.store offset=16 (local.get $to) (f64x2.promote_low_f32x4
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end)))))

  ;; The same for all blocks, each of them room for 64 rows.
  (func $widen (param $panel i32) (param $rows i32) (param $width i32) (param $r i32)
      (param $count i32) (param $to i32)
    (local $c i32)
    (loop $block
      (call $widenBlock
        (call $entry (local.get $panel) (local.get $rows) (local.get $r) (local.get $c))
        (local.get $count) (local.get $to))
      (local.set $to (i32.add (local.get $to) (i32.const WIDE_BLOCK)))
      (local.set $c (i32.add (local.get $c) (i32.const 32)))
      (br_if $block (i32.lt_u (local.get $c) (local.get $width)))))

  ;; out = xᵀ · y over the rows [from, to) of two panels of `rows` rows, out width × width f64. Sums of 64
  ;; rows are added up. `half` = -1: entries left of the diagonal are left out, rounded down to whole
  ;; tiles; 0: none. `wide` is room for 2 × 64 × width f64.
  (func (export "inner") (param $x i32) (param $y i32) (param $rows i32) (param $width i32)
      (param $from i32) (param $to i32) (param $half i32) (param $out i32) (param $wide i32)
    (local $i i32) (local $j i32) (local $count i32) (local $row i32) (local $right i32)
    (memory.fill (local.get $out) (i32.const 0)
      (i32.shl (i32.mul (local.get $width) (local.get $width)) (i32.const 3)))
    (local.set $right (local.get $wide))
    (if (i32.ne (local.get $x) (local.get $y))
      (then (local.set $right
        (i32.add (local.get $wide) (i32.mul (local.get $width) (i32.const WIDE_COLUMN))))))
    (block $done
      (loop $chunk
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $count (i32.sub (local.get $to) (local.get $from)))
        (if (i32.gt_u (local.get $count) (i32.const INNER_ROWS))
          (then (local.set $count (i32.const INNER_ROWS))))
        (call $widen (local.get $x) (local.get $rows) (local.get $width) (local.get $from)
          (local.get $count) (local.get $wide))
        (if (i32.ne (local.get $x) (local.get $y))
          (then (call $widen (local.get $y) (local.get $rows) (local.get $width) (local.get $from)
            (local.get $count) (local.get $right))))
        (local.set $i (i32.const 0))
        (loop $rowTile
          (local.set $row (i32.add (local.get $out)
            (i32.shl (i32.mul (local.get $i) (local.get $width)) (i32.const 3))))
          (local.set $j (i32.and (local.get $half) (local.get $i)))
          (loop $tile
            (call $innerTile
              (call $wideEntry (local.get $wide) (local.get $i))
              (call $wideEntry (local.get $right) (local.get $j))
              (local.get $count)
              (i32.add (local.get $row) (i32.shl (local.get $j) (i32.const 3)))
              (i32.shl (local.get $width) (i32.const 3)))
            (local.set $j (i32.add (local.get $j) (i32.const 4)))
            (br_if $tile (i32.lt_u (local.get $j) (local.get $width))))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br_if $rowTile (i32.lt_u (local.get $i) (local.get $width))))
        (local.set $from (i32.add (local.get $from) (i32.const INNER_ROWS)))
        (br $chunk))))

  ;; Address of column c of the first row of widened blocks.
  (func $wideEntry (param $wide i32) (param $c i32) (result i32)
    (i32.add (local.get $wide)
      (i32.add
        (i32.mul (i32.shr_u (local.get $c) (i32.const 5)) (i32.const WIDE_BLOCK))
        (i32.shl (i32.and (local.get $c) (i32.const 31)) (i32.const 3)))))

  ;; Address of entry (r, c) of a panel.
  (func $entry (param $panel i32) (param $rows i32) (param $r i32) (param $c i32) (result i32)
    (i32.add (local.get $panel)
      (i32.add
        (i32.shl
          (i32.add (i32.mul (i32.shr_u (local.get $c) (i32.const 5)) (local.get $rows))
            (local.get $r))
          (i32.const 7))
        (i32.shl (i32.and (local.get $c) (i32.const 31)) (i32.const 2)))))

  ;; out[0..4)[0..8) += x[0..4)[0..32) · m[0..32)[0..8) in blocks of two panels; m is packed.
  (func $timesTile (param $x i32) (param $m i32) (param $out i32)
    (local $end i32) (local $m0 v128) (local $m1 v128) (local $v v128)
    (local $a0 v128) (local $b0 v128) (local $a1 v128) (local $b1 v128)
    (local $a2 v128) (local $b2 v128) (local $a3 v128) (local $b3 v128)
    (local.set $a0 (v128.load (local.get $out)))
    (local.set $b0 (v128.load offset=16 (local.get $out)))
    (local.set $a1 (v128.load offset=128 (local.get $out)))
    (local.set $b1 (v128.load offset=144 (local.get $out)))
    (local.set $a2 (v128.load offset=256 (local.get $out)))
    (local.set $b2 (v128.load offset=272 (local.get $out)))
    (local.set $a3 (v128.load offset=384 (local.get $out)))
    (local.set $b3 (v128.load offset=400 (local.get $out)))
    (local.set $end (i32.add (local.get $x) (i32.const 128)))
    (loop $next
      (local.set $m0 (v128.load (local.get $m)))
      (local.set $m1 (v128.load offset=16 (local.get $m)))
      (local.set $v (v128.load32_splat (local.get $x)))
      (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $v) (local.get $m0))))
      (local.set $b0 (f32x4.add (local.get $b0) (f32x4.mul (local.get $v) (local.get $m1))))
      (local.set $v (v128.load32_splat offset=128 (local.get $x)))
      (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $v) (local.get $m0))))
      (local.set $b1 (f32x4.add (local.get $b1) (f32x4.mul (local.get $v) (local.get $m1))))
      (local.set $v (v128.load32_splat offset=256 (local.get $x)))
      (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $v) (local.get $m0))))
      (local.set $b2 (f32x4.add (local.get $b2) (f32x4.mul (local.get $v) (local.get $m1))))
      (local.set $v (v128.load32_splat offset=384 (local.get $x)))
      (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $v) (local.get $m0))))
      (local.set $b3 (f32x4.add (local.get $b3) (f32x4.mul (local.get $v) (local.get $m1))))
      (local.set $x (i32.add (local.get $x) (i32.const 4)))
      (local.set $m (i32.add (local.get $m) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $x) (local.get $end))))
    (v128.store (local.get $out) (local.get $a0))
    (v128.store offset=16 (local.get $out) (local.get $b0))
    (v128.store offset=128 (local.get $out) (local.get $a1))
    (v128.store offset=144 (local.get $out) (local.get $b1))
    (v128.store offset=256 (local.get $out) (local.get $a2))
    (v128.store offset=272 (local.get $out) (local.get $b2))
    (v128.store offset=384 (local.get $out) (local.get $a3))
    (v128.store offset=400 (local.get $out) (local.get $b3)))

  ;; Rows [from, to) of out = x · m for a panel x of `rows` rows and a square m, both bounds multiples
  ;; of 4. m is packed in strips of eight columns: entry (k, j) lies at ((j >> 3) * width + k) * 8 +
  ;; (j & 7). `half` = -1: m is upper triangular.
  (func (export "times") (param $x i32) (param $rows i32) (param $width i32) (param $from i32)
      (param $to i32) (param $half i32) (param $m i32) (param $out i32)
    (local $r i32) (local $stop i32) (local $j i32) (local $k i32) (local $last i32) (local $i i32)
    (loop $clear
      (memory.fill (call $entry (local.get $out) (local.get $rows) (local.get $from) (local.get $j))
        (i32.const 0)
        (i32.shl (i32.sub (local.get $to) (local.get $from)) (i32.const 7)))
      (local.set $j (i32.add (local.get $j) (i32.const 32)))
      (br_if $clear (i32.lt_u (local.get $j) (local.get $width))))
    (local.set $r (local.get $from))
    (block $done
      (loop $chunk
        (br_if $done (i32.ge_u (local.get $r) (local.get $to)))
        (local.set $stop (i32.add (local.get $r) (i32.const 64)))
        (if (i32.gt_u (local.get $stop) (local.get $to))
          (then (local.set $stop (local.get $to))))
        (local.set $j (i32.const 0))
        (loop $strip
          (local.set $last (select (local.get $j)
            (i32.sub (local.get $width) (i32.const 1)) (local.get $half)))
          (local.set $k (i32.const 0))
          (loop $block
            (local.set $i (local.get $r))
            (loop $tile
              (call $timesTile
                (call $entry (local.get $x) (local.get $rows) (local.get $i) (local.get $k))
                (i32.add (local.get $m) (i32.shl
                  (i32.add (i32.mul (i32.shr_u (local.get $j) (i32.const 3)) (local.get $width))
                    (local.get $k))
                  (i32.const 5)))
                (call $entry (local.get $out) (local.get $rows) (local.get $i) (local.get $j)))
              (local.set $i (i32.add (local.get $i) (i32.const 4)))
              (br_if $tile (i32.lt_u (local.get $i) (local.get $stop))))
            (local.set $k (i32.add (local.get $k) (i32.const 32)))
            (br_if $block (i32.le_u (local.get $k) (local.get $last))))
          (local.set $j (i32.add (local.get $j) (i32.const 8)))
          (br_if $strip (i32.lt_u (local.get $j) (local.get $width))))
        (local.set $r (local.get $stop))
        (br $chunk))))

  ;; to[0..32) = scale * Σ weights[i] * values[indices[i]][0..32), i16 × i8 → i32, two terms at a
  ;; time: i8 vectors, row-major.
  (func $projectBlock (param $indices i32) (param $end i32) (param $weights i32) (param $values i32)
      (param $width i32) (param $scale v128) (param $to i32)
    (local $first i32) (local $second i32) (local $v v128) (local $x v128) (local $y v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local $s4 v128) (local $s5 v128) (local $s6 v128) (local $s7 v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $indices) (local.get $end)))
        (local.set $v (v128.load32_splat (local.get $weights)))
        (local.set $first (i32.add (local.get $values)
          (i32.mul (local.get $width) (i32.load (local.get $indices)))))
        (local.set $second (i32.add (local.get $values)
          (i32.mul (local.get $width) (i32.load offset=4 (local.get $indices)))))
        (local.set $x (v128.load8x8_s (local.get $first)))
        (local.set $y (v128.load8x8_s (local.get $second)))
        (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $v)
          (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $x) (local.get $y)))))
        (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $v)
          (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $x) (local.get $y)))))
        (local.set $x (v128.load8x8_s offset=8 (local.get $first)))
        (local.set $y (v128.load8x8_s offset=8 (local.get $second)))
        (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $v)
          (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $x) (local.get $y)))))
        (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $v)
          (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $x) (local.get $y)))))
        (local.set $x (v128.load8x8_s offset=16 (local.get $first)))
        (local.set $y (v128.load8x8_s offset=16 (local.get $second)))
        (local.set $s4 (i32x4.add (local.get $s4) (i32x4.dot_i16x8_s (local.get $v)
          (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $x) (local.get $y)))))
        (local.set $s5 (i32x4.add (local.get $s5) (i32x4.dot_i16x8_s (local.get $v)
          (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $x) (local.get $y)))))
        (local.set $x (v128.load8x8_s offset=24 (local.get $first)))
        (local.set $y (v128.load8x8_s offset=24 (local.get $second)))
        (local.set $s6 (i32x4.add (local.get $s6) (i32x4.dot_i16x8_s (local.get $v)
          (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $x) (local.get $y)))))
        (local.set $s7 (i32x4.add (local.get $s7) (i32x4.dot_i16x8_s (local.get $v)
          (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $x) (local.get $y)))))
        (local.set $indices (i32.add (local.get $indices) (i32.const 8)))
        (local.set $weights (i32.add (local.get $weights) (i32.const 4)))
        (br $next)))
    (v128.store (local.get $to) (f32x4.mul (local.get $scale)
      (f32x4.convert_i32x4_s (local.get $s0))))
    (v128.store offset=16 (local.get $to) (f32x4.mul (local.get $scale)
      (f32x4.convert_i32x4_s (local.get $s1))))
    (v128.store offset=32 (local.get $to) (f32x4.mul (local.get $scale)
      (f32x4.convert_i32x4_s (local.get $s2))))
    (v128.store offset=48 (local.get $to) (f32x4.mul (local.get $scale)
      (f32x4.convert_i32x4_s (local.get $s3))))
    (v128.store offset=64 (local.get $to) (f32x4.mul (local.get $scale)
      (f32x4.convert_i32x4_s (local.get $s4))))
    (v128.store offset=80 (local.get $to) (f32x4.mul (local.get $scale)
      (f32x4.convert_i32x4_s (local.get $s5))))
    (v128.store offset=96 (local.get $to) (f32x4.mul (local.get $scale)
      (f32x4.convert_i32x4_s (local.get $s6))))
    (v128.store offset=112 (local.get $to) (f32x4.mul (local.get $scale)
      (f32x4.convert_i32x4_s (local.get $s7)))))

  ;; Rows [from, to) of out = A · V, all row-major: A sparse with i16 weights and a scale for each row, a
  ;; row's number of entries even; V of i8, its width a multiple of 32.
  (func (export "project") (param $starts i32) (param $indices i32) (param $weights i32)
      (param $scales i32) (param $values i32) (param $width i32) (param $from i32) (param $to i32)
      (param $out i32)
    (local $c i32) (local $start i32) (local $end i32)
    (local.set $out (i32.add (local.get $out)
      (i32.shl (i32.mul (local.get $from) (local.get $width)) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $start (i32.load
          (i32.add (local.get $starts) (i32.shl (local.get $from) (i32.const 2)))))
        (local.set $end (i32.add (local.get $indices) (i32.shl (i32.load offset=4
          (i32.add (local.get $starts) (i32.shl (local.get $from) (i32.const 2)))) (i32.const 2))))
        (local.set $c (i32.const 0))
        (loop $block
          (call $projectBlock
            (i32.add (local.get $indices) (i32.shl (local.get $start) (i32.const 2)))
            (local.get $end)
            (i32.add (local.get $weights) (i32.shl (local.get $start) (i32.const 1)))
            (i32.add (local.get $values) (local.get $c))
            (local.get $width)
            (v128.load32_splat
              (i32.add (local.get $scales) (i32.shl (local.get $from) (i32.const 2))))
            (local.get $out))
          (local.set $out (i32.add (local.get $out) (i32.const 128)))
          (local.set $c (i32.add (local.get $c) (i32.const 32)))
          (br_if $block (i32.lt_u (local.get $c) (local.get $width))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $row))))

  ;; Whether a byte is a letter of ASCII.
  (func $isLetter (param $byte i32) (result i32)
    (i32.lt_u (i32.sub (i32.or (local.get $byte) (i32.const 32)) (i32.const 97)) (i32.const 26)))

  (func $isDigit (param $byte i32) (result i32)
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10)))

  ;; Length of the markup tag at `i`, 0 when there is none; as `tagLength` of text/term-scanner.ts.
  (func $tagLength (param $i i32) (param $end i32) (result i32)
    (local $at i32) (local $byte i32) (local $units i32)
    (local.set $at (i32.add (local.get $i) (i32.const 1)))
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.eqz (i32.or (call $isLetter (local.get $byte))
        (i32.or (i32.eq (local.get $byte) (i32.const 47)) (i32.eq (local.get $byte) (i32.const 33)))))
      (then (return (i32.const 0))))
    (local.set $units (i32.const 2))
    (loop $next
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.or (i32.ge_u (local.get $at) (local.get $end))
          (i32.ge_u (local.get $units) (i32.const MAX_MARKUP)))
        (then (return (i32.const 0))))
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 62))
        (then (return (i32.sub (i32.add (local.get $at) (i32.const 1)) (local.get $i)))))
      (if (i32.eq (local.get $byte) (i32.const 60)) (then (return (i32.const 0))))
      (if (i32.or (i32.lt_u (local.get $byte) (i32.const 128))
          (i32.ge_u (local.get $byte) (i32.const 192)))
        (then (local.set $units (i32.add (local.get $units)
          (select (i32.const 2) (i32.const 1) (i32.ge_u (local.get $byte) (i32.const 240)))))))
      (br $next))
    (unreachable))

  ;; Length of the character reference at `i`, 0 when there is none; as `referenceLength` there.
  (func $referenceLength (param $i i32) (param $end i32) (result i32)
    (local $at i32) (local $from i32) (local $most i32) (local $kind i32) (local $byte i32)
    (local.set $at (i32.add (local.get $i) (i32.const 1)))
    (local.set $most (i32.const 8))
    (if (i32.and (i32.lt_u (local.get $at) (local.get $end))
        (i32.eq (i32.load8_u (local.get $at)) (i32.const 35)))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $most (i32.const 7))
        (local.set $kind (i32.const 1))
        (if (i32.and (i32.lt_u (local.get $at) (local.get $end))
            (i32.eq (i32.or (i32.load8_u (local.get $at)) (i32.const 32)) (i32.const 120)))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $most (i32.const 6))
            (local.set $kind (i32.const 2))))))
    (local.set $from (local.get $at))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done
          (i32.ge_u (i32.sub (local.get $at) (local.get $from)) (local.get $most)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (i32.eqz (local.get $kind))
          (then (br_if $done (i32.eqz (call $isLetter (local.get $byte)))))
          (else
            (br_if $done (i32.eqz (i32.or (call $isDigit (local.get $byte))
              (i32.and (i32.eq (local.get $kind) (i32.const 2))
                (i32.lt_u (i32.sub (i32.or (local.get $byte) (i32.const 32)) (i32.const 97))
                  (i32.const 6))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (if (i32.lt_u (i32.sub (local.get $at) (local.get $from))
        (select (i32.const 1) (i32.const 2) (local.get $kind)))
      (then (return (i32.const 0))))
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 59)) (then (return (i32.const 0))))
    (i32.sub (i32.add (local.get $at) (i32.const 1)) (local.get $i)))

  ;; Length of an apostrophe-s at `i` that ends a word, 0 when there is none.
  (func $possessiveLength (param $i i32) (param $end i32) (param $letters i32) (result i32)
    (if (i32.ge_u (i32.add (local.get $i) (i32.const 1)) (local.get $end))
      (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u (local.get $i)) (i32.const 39)) (then (return (i32.const 0))))
    (if (i32.ne (i32.or (i32.load8_u offset=1 (local.get $i)) (i32.const 32)) (i32.const 115))
      (then (return (i32.const 0))))
    (if (i32.lt_u (i32.add (local.get $i) (i32.const 2)) (local.get $end))
      (then (if (i32.load8_u
          (i32.add (local.get $letters) (i32.load8_u offset=2 (local.get $i))))
        (then (return (i32.const 0))))))
    (i32.const 2))

  ;; Whether two words of ASCII are the same in lower case.
  (func $sameWord (param $a i32) (param $b i32) (param $end i32) (result i32)
    (loop $next
      (if (i32.ne (i32.or (i32.load8_u (local.get $a)) (i32.const 32))
          (i32.or (i32.load8_u (local.get $b)) (i32.const 32)))
        (then (return (i32.const 0))))
      (local.set $a (i32.add (local.get $a) (i32.const 1)))
      (local.set $b (i32.add (local.get $b) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $b) (local.get $end))))
    (i32.const 1))

  ;; Finds the words of a cell and writes the number of the record (WORD) of each, two bytes, from `token`
  ;; on. What holds bytes beyond ASCII gets a record of its own with 0 occurrences. `table` has WORD_TABLE
  ;; places of two bytes: the number of a record + 1, by hash. Returns where the next token goes, or 0, with
  ;; nothing done, when the records might become more than MAX_WORDS; their number stands before the first.
  (func $findCellWords (param $i i32) (param $end i32) (param $letters i32) (param $table i32)
      (param $records i32) (param $token i32) (result i32)
    (local $letter i32) (local $byte i32) (local $from i32) (local $stop i32) (local $hash i32)
    (local $slot i32) (local $record i32) (local $count i32)
    (local.set $count (i32.load (i32.sub (local.get $records) (i32.const WORD.sizeBytes))))
    (if (i32.gt_u
        (i32.add (local.get $count)
          (i32.shr_u (i32.add (i32.sub (local.get $end) (local.get $i)) (i32.const 1)) (i32.const 1)))
        (i32.const MAX_WORDS))
      (then (return (i32.const 0))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $i) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $i)))
        (local.set $letter (i32.load8_u (i32.add (local.get $letters) (local.get $byte))))
        (if (i32.eqz (local.get $letter))
          (then
            (local.set $stop (i32.const 0))
            (if (i32.eq (local.get $byte) (i32.const 60))
              (then (local.set $stop (call $tagLength (local.get $i) (local.get $end)))))
            (if (i32.eq (local.get $byte) (i32.const 38))
              (then (local.set $stop (call $referenceLength (local.get $i) (local.get $end)))))
            (local.set $i (i32.add (local.get $i)
              (select (local.get $stop) (i32.const 1) (local.get $stop))))
            (br $next)))
        (local.set $from (local.get $i))
        (local.set $hash (i32.const 0x811c9dc5))
        (block $ended
          (loop $more
            (br_if $ended (i32.le_u (local.get $letter) (i32.const 1)))
            (local.set $hash (i32.mul (i32.xor (local.get $hash) (local.get $letter))
              (i32.const 0x01000193)))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (local.set $letter (i32.const 0))
            (br_if $ended (i32.ge_u (local.get $i) (local.get $end)))
            (local.set $letter (i32.load8_u
              (i32.add (local.get $letters) (i32.load8_u (local.get $i)))))
            (br $more)))
        (if (local.get $letter)
          (then
            (block $outside
              (loop $more
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br_if $outside (i32.ge_u (local.get $i) (local.get $end)))
                (br_if $more (i32.load8_u
                  (i32.add (local.get $letters) (i32.load8_u (local.get $i)))))))
            ;; The record includes possessive endings, so that its reader need not look beyond its end.
            (block $alone
              (loop $more
                (local.set $stop (call $possessiveLength
                  (local.get $i) (local.get $end) (local.get $letters)))
                (br_if $alone (i32.eqz (local.get $stop)))
                (local.set $i (i32.add (local.get $i) (local.get $stop)))
                (br $more)))
            (local.set $record
              (i32.add (local.get $records) (i32.mul (local.get $count) (i32.const WORD.sizeBytes))))
            (i32.store offset=WORD.hash (local.get $record) (i32.const 0))
            (i32.store offset=WORD.start (local.get $record) (local.get $from))
            (i32.store offset=WORD.end (local.get $record) (local.get $i))
            (i32.store offset=WORD.occurrences (local.get $record) (i32.const 0))
            (i32.store16 (local.get $token) (local.get $count))
            (local.set $token (i32.add (local.get $token) (i32.const 2)))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))
            (br $next)))
        (local.set $stop (local.get $i))
        (if (i32.gt_u (i32.sub (local.get $stop) (local.get $from)) (i32.const MAX_WORD))
          (then
            (local.set $stop (local.get $from))
            (local.set $hash (i32.const 0x811c9dc5))
            (loop $more
              (local.set $hash (i32.mul
                (i32.xor (local.get $hash) (i32.load8_u
                  (i32.add (local.get $letters) (i32.load8_u (local.get $stop)))))
                (i32.const 0x01000193)))
              (local.set $stop (i32.add (local.get $stop) (i32.const 1)))
              (br_if $more (i32.lt_u (i32.sub (local.get $stop) (local.get $from))
                (i32.const MAX_WORD))))))
        (local.set $slot (i32.xor (local.get $hash)
          (i32.shr_u (local.get $hash) (i32.const 15))))
        (block $found
          (loop $probe
            (local.set $slot (i32.and (local.get $slot) (i32.sub (i32.const WORD_TABLE) (i32.const 1))))
            (local.set $record (i32.load16_u
              (i32.add (local.get $table) (i32.shl (local.get $slot) (i32.const 1)))))
            (if (i32.eqz (local.get $record))
              (then
                (i32.store16 (i32.add (local.get $table) (i32.shl (local.get $slot) (i32.const 1)))
                  (i32.add (local.get $count) (i32.const 1)))
                (i32.store16 (local.get $token) (local.get $count))
                (local.set $record
                  (i32.add (local.get $records) (i32.mul (local.get $count) (i32.const WORD.sizeBytes))))
                (i32.store offset=WORD.hash (local.get $record) (local.get $hash))
                (i32.store offset=WORD.start (local.get $record) (local.get $from))
                (i32.store offset=WORD.end (local.get $record) (local.get $stop))
                (i32.store offset=WORD.occurrences (local.get $record) (i32.const 1))
                (local.set $count (i32.add (local.get $count) (i32.const 1)))
                (br $found)))
            (i32.store16 (local.get $token) (i32.sub (local.get $record) (i32.const 1)))
            (local.set $record (i32.add (i32.sub (local.get $records) (i32.const WORD.sizeBytes))
              (i32.mul (local.get $record) (i32.const WORD.sizeBytes))))
            (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
            (br_if $probe (i32.ne (i32.load offset=WORD.hash (local.get $record)) (local.get $hash)))
            (br_if $probe (i32.ne
              (i32.sub (i32.load offset=WORD.end (local.get $record))
                (i32.load offset=WORD.start (local.get $record)))
              (i32.sub (local.get $stop) (local.get $from))))
            (br_if $probe (i32.eqz (call $sameWord
              (i32.load offset=WORD.start (local.get $record)) (local.get $from) (local.get $stop))))
            (i32.store offset=WORD.occurrences (local.get $record)
              (i32.add (i32.load offset=WORD.occurrences (local.get $record)) (i32.const 1)))))
        (local.set $token (i32.add (local.get $token) (i32.const 2)))
        (local.set $i (i32.add (local.get $i)
          (call $possessiveLength (local.get $i) (local.get $end) (local.get $letters))))
        (br $next)))
    (i32.store (i32.sub (local.get $records) (i32.const WORD.sizeBytes)) (local.get $count))
    (local.get $token))

  ;; Finds the words of `count` cells, each given by where its text begins and ends in memory, see
  ;; $findCellWords. For each cell the number of tokens up to its end is written; `ends` begins with the
  ;; number of cells that were done, the records begin with their number.
  (func (export "findWords") (param $cells i32) (param $count i32) (param $letters i32)
      (param $table i32) (param $records i32) (param $tokens i32) (param $ends i32)
    (local $cell i32) (local $token i32)
    (memory.fill (local.get $table) (i32.const 0) (i32.shl (i32.const WORD_TABLE) (i32.const 1)))
    (i32.store (local.get $records) (i32.const 0))
    (local.set $token (local.get $tokens))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $cell) (local.get $count)))
        (local.set $token (call $findCellWords
          (i32.load offset=SPAN.start (local.get $cells)) (i32.load offset=SPAN.end (local.get $cells))
          (local.get $letters) (local.get $table)
          (i32.add (local.get $records) (i32.const WORD.sizeBytes)) (local.get $token)))
        (br_if $done (i32.eqz (local.get $token)))
        (local.set $cell (i32.add (local.get $cell) (i32.const 1)))
        (i32.store (i32.add (local.get $ends) (i32.shl (local.get $cell) (i32.const 2)))
          (i32.shr_u (i32.sub (local.get $token) (local.get $tokens)) (i32.const 1)))
        (local.set $cells (i32.add (local.get $cells) (i32.const SPAN.sizeBytes)))
        (br $next)))
    (i32.store (local.get $ends) (local.get $cell)))

  ;; Writes the codes of the longest tokens that a text consists of; returns where they end. A place of the
  ;; table is two numbers: (node << 8 | byte) + 1 and the node it leads to; `tokens` has the token that
  ;; ends at each node, -1 for none. As `TokenTrie.longest` and `TokenEncoder.encode` of file/.
  (func $encodeCell (param $at i32) (param $end i32) (param $table i32) (param $mask i32)
      (param $tokens i32) (param $out i32) (result i32)
    (local $node i32) (local $found i32) (local $next i32) (local $key i32) (local $slot i32)
    (local $place i32) (local $stored i32) (local $token i32)
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $node (i32.load8_u (local.get $at)))
        (local.set $found
          (i32.load (i32.add (local.get $tokens) (i32.shl (local.get $node) (i32.const 2)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $next (local.get $at))
        (block $longest
          (loop $byte
            (br_if $longest (i32.ge_u (local.get $next) (local.get $end)))
            (local.set $key (i32.add (i32.const 1)
              (i32.or (i32.shl (local.get $node) (i32.const 8))
                (i32.load8_u (local.get $next)))))
            (local.set $slot (i32.mul (local.get $key) (i32.const 0x9e3779b1)))
            (local.set $slot (i32.xor (local.get $slot)
              (i32.shr_u (local.get $slot) (i32.const 15))))
            (loop $probe
              (local.set $place (i32.add (local.get $table)
                (i32.mul (i32.and (local.get $slot) (local.get $mask)) (i32.const TRIE_SLOT.sizeBytes))))
              (local.set $stored (i32.load offset=TRIE_SLOT.key (local.get $place)))
              (br_if $longest (i32.eqz (local.get $stored)))
              (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
              (br_if $probe (i32.ne (local.get $stored) (local.get $key))))
            (local.set $node (i32.load offset=TRIE_SLOT.node (local.get $place)))
            (local.set $next (i32.add (local.get $next) (i32.const 1)))
            (local.set $token
              (i32.load (i32.add (local.get $tokens) (i32.shl (local.get $node) (i32.const 2)))))
            (br_if $byte (i32.eq (local.get $token) (i32.const -1)))
            (local.set $found (local.get $token))
            (local.set $at (local.get $next))
            (br $byte)))
        (if (i32.lt_u (local.get $found) (i32.const SHORT_CODES))
          (then
            (i32.store8 (local.get $out) (local.get $found))
            (local.set $out (i32.add (local.get $out) (i32.const 1))))
          (else
            (local.set $found (i32.sub (local.get $found) (i32.const SHORT_CODES)))
            (i32.store8 (local.get $out)
              (i32.add (i32.const SHORT_CODES) (i32.shr_u (local.get $found) (i32.const 8))))
            (i32.store8 offset=1 (local.get $out) (local.get $found))
            (local.set $out (i32.add (local.get $out) (i32.const 2)))))
        (br $more)))
    (local.get $out))

  ;; The same for `count` texts, each given by where it begins and ends in memory; writes where the codes
  ;; of each end.
  (func (export "encodeTexts") (param $texts i32) (param $count i32) (param $table i32)
      (param $mask i32) (param $tokens i32) (param $out i32) (param $ends i32)
    (local $last i32)
    (local.set $last (i32.add (local.get $texts) (i32.mul (local.get $count) (i32.const SPAN.sizeBytes))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $texts) (local.get $last)))
        (local.set $out (call $encodeCell
          (i32.load offset=SPAN.start (local.get $texts)) (i32.load offset=SPAN.end (local.get $texts))
          (local.get $table) (local.get $mask) (local.get $tokens) (local.get $out)))
        (i32.store (local.get $ends) (local.get $out))
        (local.set $texts (i32.add (local.get $texts) (i32.const SPAN.sizeBytes)))
        (local.set $ends (i32.add (local.get $ends) (i32.const 4)))
        (br $next))))
)
