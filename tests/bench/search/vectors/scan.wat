;; The plain scans that every index has to beat. Compiled when the benchmark runs.
(module
  (memory (export "memory") 1)

  ;; out[r] = query · rows[r], f32; the width is a multiple of 16
  (func (export "dotF32") (param $query i32) (param $rows i32) (param $count i32) (param $width i32)
      (param $out i32)
    (local $q i32) (local $end i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end
      (i32.add (local.get $query) (i32.shl (local.get $width) (i32.const 2))))
    (loop $row
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (local.set $q (local.get $query))
      (loop $next
        (local.set $a (f32x4.relaxed_madd
          (v128.load (local.get $q)) (v128.load (local.get $rows)) (local.get $a)))
        (local.set $b (f32x4.relaxed_madd
          (v128.load offset=16 (local.get $q)) (v128.load offset=16 (local.get $rows)) (local.get $b)))
        (local.set $c (f32x4.relaxed_madd
          (v128.load offset=32 (local.get $q)) (v128.load offset=32 (local.get $rows)) (local.get $c)))
        (local.set $d (f32x4.relaxed_madd
          (v128.load offset=48 (local.get $q)) (v128.load offset=48 (local.get $rows)) (local.get $d)))
        (local.set $q (i32.add (local.get $q) (i32.const 64)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 64)))
        (br_if $next (i32.lt_u (local.get $q) (local.get $end))))
      (local.set $a (f32x4.add (f32x4.add (local.get $a) (local.get $b))
        (f32x4.add (local.get $c) (local.get $d))))
      (f32.store (local.get $out)
        (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
          (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $row (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; out[r] = query · rows[r], i8; query entries are 0 to 127; the width is a multiple of 32
  (func (export "dotI8") (param $query i32) (param $rows i32) (param $count i32) (param $width i32)
      (param $out i32)
    (local $q i32) (local $end i32) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $query) (local.get $width)))
    (loop $row
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $q (local.get $query))
      (loop $next
        (local.set $a (i32x4.add (local.get $a) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s
            (v128.load (local.get $rows)) (v128.load (local.get $q))))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s
            (v128.load offset=16 (local.get $rows)) (v128.load offset=16 (local.get $q))))))
        (local.set $q (i32.add (local.get $q) (i32.const 32)))
        (local.set $rows (i32.add (local.get $rows) (i32.const 32)))
        (br_if $next (i32.lt_u (local.get $q) (local.get $end))))
      (local.set $a (i32x4.add (local.get $a) (local.get $b)))
      (i32.store (local.get $out)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
          (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $row (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; The exclusive or of all bytes: the least work that reads them. The length is a multiple of 64 bytes.
  (func (export "readAll") (param $at i32) (param $end i32) (result i32)
    (local $a v128) (local $b v128)
    (loop $next
      (local.set $a (v128.xor (v128.xor (local.get $a) (v128.load (local.get $at)))
        (v128.load offset=16 (local.get $at))))
      (local.set $b (v128.xor (v128.xor (local.get $b) (v128.load offset=32 (local.get $at)))
        (v128.load offset=48 (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (i32x4.extract_lane 0 (v128.xor (local.get $a) (local.get $b)))))
